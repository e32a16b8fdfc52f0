/** Calls a database function that only the service may call. Each runtime has its own implementation. */
export type Rpc = <T>(name: string, args: Record<string, unknown>) => Promise<T>
