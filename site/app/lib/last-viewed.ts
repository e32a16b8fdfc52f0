// The last viewed vehicle and the list it was opened from, in session storage so that each tab has its own.

const LAST_VIEWED_KEY = 'lastViewedVehicleId'
const LAST_LIST_KEY = 'lastVehicleList'

/** If storage is blocked, pages simply start at the top. */
export function attempt<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(window.sessionStorage)
  } catch {
    return null
  }
}

export function rememberViewed(id: string): void {
  attempt((storage) => storage.setItem(LAST_VIEWED_KEY, id))
}

export const findViewed = () => attempt((storage) => storage.getItem(LAST_VIEWED_KEY))

export function forgetViewed(): void {
  attempt((storage) => storage.removeItem(LAST_VIEWED_KEY))
}

/** `key` is the list's history entry, whose scroll position is remembered. */
export function rememberList(search: string, key: string): void {
  attempt((storage) => storage.setItem(LAST_LIST_KEY, `${search}#${key}`))
}

export function findList(): { search: string; key?: string } {
  const [search = '', key] = (attempt((storage) => storage.getItem(LAST_LIST_KEY)) ?? '').split('#')
  return { search, key }
}
