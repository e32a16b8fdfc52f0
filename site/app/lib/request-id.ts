import { createContext } from 'react'

/** What this request is called in the server's log. The browser knows none. */
export const RequestIdContext = createContext<string | undefined>(undefined)
