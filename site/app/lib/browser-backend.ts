// The browser's session, and clients on demand. The backend's URL is in backend-address.ts, which every page loads, and
// the PostgREST client in backend.ts.

import type { FunctionsClient } from '@supabase/functions-js'
import type { StorageClient } from '@supabase/storage-js'
import type { createAuthClient } from './auth-client.ts'
import { AUTH_STORAGE_KEY, acceptsUrlSession, browserBackend, hasStoredSession } from './backend-address.ts'

export type AuthClient = ReturnType<typeof createAuthClient>

let auth: Promise<AuthClient> | undefined

/** The auth client is 21 kB, so it loads only for users who sign in or are signed in. */
export function getAuth(): Promise<AuthClient> {
  auth ??= import('./auth-client.ts').then(
    ({ createAuthClient }) =>
      createAuthClient({ ...browserBackend(), storageKey: AUTH_STORAGE_KEY, acceptsUrlSession, fetch: fetchAuth }),
    (error: unknown) => {
      // The import failed, so the next call tries again.
      auth = undefined
      throw error
    },
  )
  return auth
}

let isHeld = () => false

/** While `test` returns true, no call is sent, because an anonymous response would be mistaken for the user's own data. */
export function holdCallsWhile(test: () => boolean): void {
  isHeld = test
}

/** The error for a call whose session has ended, raised by the database and returned by `asCaller`. */
export const SESSION_ENDED = { code: 'PT401', message: 'Your session has ended. Please sign in again.' }

/** Adds the API key and, for a signed-in user, the current access token (refreshed if it is about to expire). */
const asCaller =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('apikey', browserBackend().key)
    const session = hasStoredSession() ? (await (await getAuth()).getSession()).data.session : null
    if (isHeld()) return Response.json(SESSION_ENDED, { status: 401 })
    if (session) headers.set('authorization', `Bearer ${session.access_token}`)
    const response = await send(input, { ...init, headers })
    if (session && (response.status === 401 || response.status === 403)) await checkSession()
    return response
  }

/** The auth service refuses an ended session with 403, which the auth client reports only to the caller whose request failed. */
export const fetchAuth: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  // Not awaited, because the auth client is waiting for this response.
  if (response.status === 403) checkSession().catch(() => {})
  return response
}

let checking: Promise<void> | undefined

/** Checks that the session still exists. If not, the stored copy is removed, and the auth client notifies its listeners. */
export function checkSession(): Promise<void> {
  checking ??= getAuth()
    .then(async (client) => {
      const { error } = await client.getUser()
      // The client itself removes an ended session, but not the session of a deleted account.
      if (error?.code === 'user_not_found') await client.signOut({ scope: 'local' })
      if (error?.code === 'bad_jwt') await (await import('./auth-client.ts')).renewToken(client)
    })
    .finally(() => {
      checking = undefined
    })
  return checking
}

export const fetchAsCaller = asCaller((input, init) => fetch(input, init))

/** `send` replaces fetch for uploads that report progress. */
export async function getStorage(send?: typeof fetch): Promise<StorageClient> {
  const { StorageClient } = await import('@supabase/storage-js')
  return new StorageClient(`${browserBackend().url}/storage/v1`, {}, send ? asCaller(send) : fetchAsCaller)
}

export async function getFunctions(): Promise<FunctionsClient> {
  const { FunctionsClient } = await import('@supabase/functions-js')
  return new FunctionsClient(`${browserBackend().url}/functions/v1`, { customFetch: fetchAsCaller })
}
