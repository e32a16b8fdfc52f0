import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False in the server's page and until React has taken it over: a button that needs scripts waits for it. That of a form
 * must: the browser would send the form itself, with what was typed, a password too, in the address.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
