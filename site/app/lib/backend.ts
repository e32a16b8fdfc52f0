// Where the backend is, and the official clients for it. On the server a loader's context says how to reach it (in
// process when it is mounted beside the site); in the browser a meta tag written by the root route does.

import { PostgrestClient } from '@supabase/postgrest-js'
import type { AppLoadContext } from 'react-router'
import type { Database } from '#supabase/types.ts'
import { type BackendAddress, browserBackend, fetchAsCaller } from './browser-backend.ts'

export {
  AUTH_STORAGE_KEY,
  type AuthClient,
  BACKEND_META,
  type BackendAddress,
  browserBackend,
  checkSession,
  getAuth,
  getFunctions,
  getStorage,
  hasStoredSession,
} from './browser-backend.ts'

declare module 'react-router' {
  interface AppLoadContext {
    backend: BackendAddress & { fetch: typeof fetch; browserUrl: string }
    /** Tells when a table was written: another version after every change, null while nothing is heard. None of it on hosted Supabase. */
    changes: { version(table: string): number | null } | null
    siteUrl: string
    /** Is there an access to Instagram's posts? Null where another server knows: a hosted project. */
    hasInstagram: boolean | null
    /** Allows an inline script of this rendering to run, by its text; missing where pages have no policy for scripts (development). */
    allowScript?(text: string): void
    /** Renders another page of the site, with another context: what an admin looks at before it is published. */
    render(request: Request, changed: Partial<AppLoadContext>): Promise<Response>
    /** What this request is called in the log. */
    requestId?: string
    /** Writes what went wrong into the log of the server that renders. */
    report?(error: unknown): void
  }
}

export type Rest = PostgrestClient<Database>

export function restFor(context: AppLoadContext): Rest {
  const { url, key, fetch } = context.backend
  // Someone waits for the page: an honest 503 at once beats the client's seven seconds of trying again.
  return new PostgrestClient<Database>(`${url}/rest/v1`, { headers: { apikey: key }, fetch, retry: false })
}

/** For a call with another session than the one that the browser keeps. */
export function restAs(accessToken: string): Rest {
  const { url, key } = browserBackend()
  const headers = { apikey: key, authorization: `Bearer ${accessToken}` }
  return new PostgrestClient<Database>(`${url}/rest/v1`, { headers })
}

let rest: Rest | undefined

export function browserRest(): Rest {
  rest ??= new PostgrestClient<Database>(`${browserBackend().url}/rest/v1`, { fetch: fetchAsCaller })
  return rest
}
