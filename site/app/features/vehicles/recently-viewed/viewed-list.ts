// The cars that the visitor viewed last, on this device. Nobody asks for it, so it is kept only with the visitor's consent.
import { hasConsent, RECENTLY_VIEWED_KEY } from '#app/lib/consent.ts'
import { isUuid } from '#app/lib/uuid.ts'

const MAX_VIEWED = 12

const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

export function subscribeToViewed(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The stored text, which stays the same object as long as nothing changes; empty if storage is blocked. */
export function readViewedText(): string {
  try {
    return window.localStorage.getItem(RECENTLY_VIEWED_KEY) ?? ''
  } catch {
    return ''
  }
}

/** The ids, the last one first. */
export function parseViewed(text: string): string[] {
  return text.split(',').filter(isUuid).slice(0, MAX_VIEWED)
}

export function addViewed(id: string): void {
  if (!hasConsent()) return
  const others = parseViewed(readViewedText()).filter((other) => other !== id)
  try {
    window.localStorage.setItem(RECENTLY_VIEWED_KEY, [id, ...others].slice(0, MAX_VIEWED).join(','))
  } catch {
    // The list is a convenience.
  }
  notify()
}

export function clearViewed(): void {
  try {
    window.localStorage.removeItem(RECENTLY_VIEWED_KEY)
  } catch {
    // Blocked storage holds nothing.
  }
  notify()
}
