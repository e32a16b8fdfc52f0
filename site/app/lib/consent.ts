// The visitor's answer to the cookie banner, stored in local storage and in a cookie for a year. The root route's
// inline script copies it to <html data-consent> before the first paint.

import { useSyncExternalStore } from 'react'

export type Consent = 'accepted' | 'declined'

export const CONSENT_KEY = 'cookie_consent'
/** What the visitor viewed is remembered only with their consent, and forgotten when they decline. */
export const RECENTLY_VIEWED_KEY = 'recently_viewed'
const CONSENT_MAX_AGE_SECONDS = 31_536_000
const CHANGED = 'forecourt:consent'

/** Browsers may clear one store without the other, or block local storage, so finding the answer in either is enough. */
function readConsent(): Consent | null {
  return asConsent(readStored()) ?? asConsent(readCookie())
}

function readCookie(): string | undefined {
  const mark = `${CONSENT_KEY}=`
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(mark))
  return found?.slice(mark.length)
}

function readStored(): string | null {
  try {
    return window.localStorage.getItem(CONSENT_KEY)
  } catch {
    return null
  }
}

const asConsent = (value: string | null | undefined): Consent | null =>
  value === 'accepted' || value === 'declined' ? value : null

export function storeConsent(consent: Consent): void {
  try {
    window.localStorage.setItem(CONSENT_KEY, consent)
    if (consent === 'declined') window.localStorage.removeItem(RECENTLY_VIEWED_KEY)
  } catch {
    // Local storage is blocked, but the cookie below still keeps the answer.
  }
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from Safari and Firefox
  document.cookie = `${CONSENT_KEY}=${consent}; Max-Age=${CONSENT_MAX_AGE_SECONDS}; Path=/; SameSite=Lax${secure}`
  document.documentElement.dataset.consent = consent
  window.dispatchEvent(new Event(CHANGED))
}

/** For code outside React. The inline script sets the attribute before the first paint. */
export const hasConsent = () => document.documentElement.dataset.consent === 'accepted'

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange)
  window.addEventListener('storage', onChange)
  return () => {
    window.removeEventListener(CHANGED, onChange)
    window.removeEventListener('storage', onChange)
  }
}

/**
 * Third-party content (the map, reCAPTCHA) loads only on 'accepted'. Null on the server and until the visitor has
 * answered.
 */
export const useConsent = (): Consent | null => useSyncExternalStore(subscribe, readConsent, () => null)
