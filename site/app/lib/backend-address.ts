// The backend's URL, and whether this browser has a session. Every page loads this file; the clients are in
// browser-backend.ts.

import { isSessionExpected } from './expected-session.ts'

export interface BackendAddress {
  /** The backend's origin; empty if it is the site's own. */
  url: string
  key: string
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

/** Whether to accept a session in this page's URL. */
export const acceptsUrlSession = () => isSessionExpected(browserBackend().url)

export function hasStoredSession(): boolean {
  try {
    return window.localStorage.getItem(AUTH_STORAGE_KEY) !== null
  } catch {
    return false
  }
}
