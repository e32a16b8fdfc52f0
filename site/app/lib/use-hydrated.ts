import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the server's page and until React has taken it over: a button that needs scripts can wait for it. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
