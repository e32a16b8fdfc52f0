import { createContext } from 'react'

/** The secret of this rendering: the policy of the page lets run only scripts that carry it. The browser knows none. */
export const NonceContext = createContext<string | undefined>(undefined)
