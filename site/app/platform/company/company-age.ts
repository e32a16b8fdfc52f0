// The age of the settings that this browser shows.

const COMPANY_CACHE_MINUTES = 5
let askedAt = Date.now()

export const isCompanyStale = (): boolean => Date.now() - askedAt > COMPANY_CACHE_MINUTES * 60_000

/** Called when the settings are requested. Even if the request fails, the next one waits. */
export const noteCompanyAsked = (): void => {
  askedAt = Date.now()
}

/** Called after an admin has changed the settings, so that the next page reloads them. */
export const outdateCompany = (): void => {
  askedAt = 0
}
