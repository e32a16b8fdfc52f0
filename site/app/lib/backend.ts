// PostgREST clients for the server and the browser. On the server, a loader's context specifies how to reach the
// backend (in process if it is mounted beside the site); in the browser, a meta tag written by the root route does.

import { PostgrestClient } from '@supabase/postgrest-js'
import type { AppLoadContext } from 'react-router'
import type { SearchQuery } from '#supabase/functions/_shared/search/conditions.ts'
import type { Database } from '#supabase/types.ts'
import { type BackendAddress, browserBackend } from './backend-address.ts'
import { fetchAsCaller } from './browser-backend.ts'

declare module 'react-router' {
  interface AppLoadContext {
    backend: BackendAddress & { fetch: typeof fetch; browserUrl: string }
    /**
     * A table's version changes with every write, and is null while the change feed is down. Hosted Supabase has no
     * change feed.
     */
    changes: { version(table: string): number | null } | null
    siteUrl: string
    /** Whether an Instagram access token is set; null on a hosted project, where only its functions have access to it. */
    hasInstagram: boolean | null
    /** The sender's network, for rate limits. */
    network: string | null
    /** Allows an inline script by its text. Missing in development, where pages have no policy for scripts. */
    allowScript?(text: string): void
    /** Allows a service for measuring in the page's policy. */
    allowTracker(name: 'google' | 'meta'): void
    /** Counts what the page's visitors look for, each time the page is sent. Missing on a hosted project. */
    noteWanted?(things: readonly Wanted[]): void
    /** Renders another page with a changed context, to preview unpublished settings. */
    render(request: Request, changed: Partial<AppLoadContext>): Promise<Response>
    /** The request's id in the log. */
    requestId?: string
    /** Writes an error to the server's log. */
    report?(error: unknown): void
  }
}

/** A search that found nothing, or a car that is compared with others, as forecourt.count_wanted reads it. */
interface Wanted {
  kind: 'search' | 'compare'
  search: Partial<SearchQuery>
}

export type Rest = PostgrestClient<Database>

export function restFor(context: AppLoadContext): Rest {
  const { url, key, fetch } = context.backend
  // A visitor is waiting, so an immediate 503 is better than the client's seven seconds of retries.
  return new PostgrestClient<Database>(`${url}/rest/v1`, { headers: { apikey: key }, fetch, retry: false })
}

/** For a call with a session other than the stored one. */
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
