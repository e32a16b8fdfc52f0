// How old the settings are that this browser shows.

const COMPANY_CACHE_MINUTES = 5
let loadedAt = Date.now()

/** Whether they are to be asked for again; who asks is taken to do so. */
export function takeStaleCompany(isAskedFor: boolean): boolean {
  const isStale = Date.now() - loadedAt > COMPANY_CACHE_MINUTES * 60_000
  if (!isStale && !isAskedFor) return false
  loadedAt = Date.now()
  return true
}

/** Whoever has changed them sees it with the next look. */
export const outdateCompany = (): void => {
  loadedAt = 0
}
