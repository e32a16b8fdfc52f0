import { createContext } from 'react'

/** The request's id in the server's log; undefined in the browser. */
export const RequestIdContext = createContext<string | undefined>(undefined)
