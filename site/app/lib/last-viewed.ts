// The last viewed vehicle and the list it was opened from, in session storage so that each tab has its own.

const LAST_VIEWED_KEY = 'lastViewedVehicleId'
const LAST_LIST_KEY = 'lastVehicleList'

/** If storage is blocked, the list simply starts at the top. */
function attempt<T>(work: (storage: Storage) => T): T | null {
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

export function rememberList(search: string): void {
  attempt((storage) => storage.setItem(LAST_LIST_KEY, search))
}

export const findList = () => attempt((storage) => storage.getItem(LAST_LIST_KEY)) ?? ''
