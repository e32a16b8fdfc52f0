import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False on the server and until hydration. Buttons that need scripts are disabled until then. A submit button must be
 * disabled, because the browser would otherwise send the form itself, putting everything typed, even a password, in the
 * URL.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
