// The comparison that was begun on this device, so that a car can be added from its own page.
import { isUuid } from '#app/lib/uuid.ts'
import { comparePath, MAX_COMPARED, readCompare } from './compare-address.ts'

const KEY = 'forecourt-compared'

/** Empty if local storage is blocked or holds something else. */
export function readCompared(): string[] {
  try {
    const ids: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string' && isUuid(id)).slice(0, MAX_COMPARED) : []
  } catch {
    return []
  }
}

export function storeCompared(ids: string[]): void {
  try {
    if (ids.length > 0) window.localStorage.setItem(KEY, JSON.stringify(ids))
    else window.localStorage.removeItem(KEY)
  } catch {
    // The comparison is in the URL as well.
  }
}

interface Continued {
  path: string
  /** Whether the first car had to make way. */
  isFull: boolean
}

/** The address of the comparison with the car in `add`, or of the stored one if the URL names no cars. */
export function continueComparison(search: URLSearchParams, stored: string[]): Continued | null {
  const added = search.get('add')
  if (!added && (search.has('cars') || stored.length === 0)) return null
  const ids = [...new Set([...stored, ...readCompare(search).ids])]
  return { path: comparePath(ids.slice(-MAX_COMPARED)), isFull: ids.length > MAX_COMPARED }
}
