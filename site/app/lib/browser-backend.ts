// Where the backend is, who the browser is to it, and its clients on demand. Every public page loads this file, so it
// holds no client itself; PostgREST's is in backend.ts.

import type { FunctionsClient } from '@supabase/functions-js'
import type { StorageClient } from '@supabase/storage-js'
import type { createAuthClient } from './auth-client.ts'
import { isSessionAwaited } from './awaited-session.ts'

export interface BackendAddress {
  /** Origin of the backend; empty means the site's own. */
  url: string
  key: string
}

export type AuthClient = ReturnType<typeof createAuthClient>

export const BACKEND_META = 'forecourt-backend'
export const AUTH_STORAGE_KEY = 'forecourt-auth'

let address: BackendAddress | undefined

export function browserBackend(): BackendAddress {
  address ??= readAddress()
  return address
}

function readAddress(): BackendAddress {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${BACKEND_META}"]`)
  const { url, key } = JSON.parse(meta?.content ?? '{"url":"","key":""}') as BackendAddress
  return { url: url || window.location.origin, key }
}

/** What stands in the address of this page may be taken for the person's own. */
export const takesSession = () => isSessionAwaited(browserBackend().url)

let auth: Promise<AuthClient> | undefined

/** The auth client is 21 kB: it loads when someone signs in or is signed in already. */
export function getAuth(): Promise<AuthClient> {
  auth ??= import('./auth-client.ts').then(
    ({ createAuthClient }) =>
      createAuthClient({ ...browserBackend(), storageKey: AUTH_STORAGE_KEY, takesSession, fetch: fetchAuth }),
    (error: unknown) => {
      // Lost on the way: the next one who asks tries again.
      auth = undefined
      throw error
    },
  )
  return auth
}

export function hasStoredSession(): boolean {
  try {
    return window.localStorage.getItem(AUTH_STORAGE_KEY) !== null
  } catch {
    return false
  }
}

let isHeld = () => false

/** While `test` is true no call is sent: without a session, a visitor's answers would be taken for the user's own. */
export function holdCallsWhile(test: () => boolean): void {
  isHeld = test
}

/** What the database raises, and this answers, when the session of a call has ended. */
export const SESSION_ENDED = { code: 'PT401', message: 'Your session has ended. Please sign in again.' }

/** Adds the key and, for someone signed in, their current access token (refreshed when it is about to end). */
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

/** For calls to the auth service. It refuses an ended session with 403, which the auth client keeps to the failed call. */
export const fetchAuth: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  // Not awaited: the auth client waits for this response.
  if (response.status === 403) checkSession().catch(() => {})
  return response
}

let checking: Promise<void> | undefined

/** Asks whether the session still exists. If not, it is forgotten, and the auth client tells everyone who listens. */
export function checkSession(): Promise<void> {
  checking ??= getAuth()
    .then(async (client) => {
      const { error } = await client.getUser()
      // The client itself forgets a session that has ended, but not that of a deleted account.
      if (error?.code === 'user_not_found') await client.signOut({ scope: 'local' })
      if (error?.code === 'bad_jwt') await (await import('./auth-client.ts')).renewToken(client)
    })
    .finally(() => {
      checking = undefined
    })
  return checking
}

export const fetchAsCaller = asCaller((input, init) => fetch(input, init))

/** `send` takes the place of fetch where an upload tells its progress. */
export async function getStorage(send?: typeof fetch): Promise<StorageClient> {
  const { StorageClient } = await import('@supabase/storage-js')
  return new StorageClient(`${browserBackend().url}/storage/v1`, {}, send ? asCaller(send) : fetchAsCaller)
}

export async function getFunctions(): Promise<FunctionsClient> {
  const { FunctionsClient } = await import('@supabase/functions-js')
  return new FunctionsClient(`${browserBackend().url}/functions/v1`, { customFetch: fetchAsCaller })
}
