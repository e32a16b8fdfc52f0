import type { Rpc } from './rpc.ts'

/** A value that persists between calls and restarts. */
export const createState = <T>(rpc: Rpc, key: string) => ({
  load: () => rpc<T | null>('load_function_state', { _key: key }),
  save: (value: T) => rpc<void>('save_function_state', { _key: key, _value: value }),
})
