// The age of the settings shown in this browser.

const COMPANY_CACHE_MINUTES = 5
let requestedAt = Date.now()

export const isCompanyStale = (): boolean => Date.now() - requestedAt > COMPANY_CACHE_MINUTES * 60_000

/** Called when the settings are requested. A failed request delays the next one too. */
export const noteCompanyRequested = (): void => {
  requestedAt = Date.now()
}

/** Called after an admin has changed the settings, so that the next page reloads them. */
export const outdateCompany = (): void => {
  requestedAt = 0
}
