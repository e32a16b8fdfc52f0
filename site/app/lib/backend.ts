// Where the backend is, and the official clients for it. On the server a loader's context says how to reach it (in
// process when it is mounted beside the site); in the browser a meta tag written by the root route does.

import type { FunctionsClient } from '@supabase/functions-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { StorageClient } from '@supabase/storage-js'
import type { AppLoadContext } from 'react-router'
import type { createAuthClient } from '#app/lib/auth-client.ts'
import type { Database } from '#supabase/types.ts'

export interface BackendAddress {
  /** Origin of the backend; empty means the site's own. */
  url: string
  key: string
}

declare module 'react-router' {
  interface AppLoadContext {
    backend: BackendAddress & { fetch: typeof fetch; browserUrl: string }
    siteUrl: string
  }
}

export type Rest = PostgrestClient<Database>
export type AuthClient = ReturnType<typeof createAuthClient>

export function restFor(context: AppLoadContext): Rest {
  const { url, key, fetch } = context.backend
  return new PostgrestClient<Database>(`${url}/rest/v1`, { headers: { apikey: key }, fetch })
}

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

let auth: Promise<AuthClient> | undefined

/** The auth client is 21 kB: it loads when someone signs in or is signed in already. */
export function getAuth(): Promise<AuthClient> {
  auth ??= import('#app/lib/auth-client.ts').then(({ createAuthClient }) => createAuthClient(browserBackend()))
  return auth
}

export function hasStoredSession(): boolean {
  try {
    return window.localStorage.getItem(AUTH_STORAGE_KEY) !== null
  } catch {
    return false
  }
}

/** Adds the key and, for someone signed in, their current access token (refreshed when it is about to end). */
const fetchAsCaller: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('apikey', browserBackend().key)
  if (hasStoredSession()) {
    const { data } = await (await getAuth()).getSession()
    if (data.session) headers.set('authorization', `Bearer ${data.session.access_token}`)
  }
  return fetch(input, { ...init, headers })
}

let rest: Rest | undefined

export function browserRest(): Rest {
  rest ??= new PostgrestClient<Database>(`${browserBackend().url}/rest/v1`, { fetch: fetchAsCaller })
  return rest
}

export async function getStorage(): Promise<StorageClient> {
  const { StorageClient } = await import('@supabase/storage-js')
  return new StorageClient(`${browserBackend().url}/storage/v1`, {}, fetchAsCaller)
}

export async function getFunctions(): Promise<FunctionsClient> {
  const { FunctionsClient } = await import('@supabase/functions-js')
  return new FunctionsClient(`${browserBackend().url}/functions/v1`, { customFetch: fetchAsCaller })
}
