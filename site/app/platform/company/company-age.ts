// How old the settings are that this browser shows.

const COMPANY_CACHE_MINUTES = 5
let askedAt = Date.now()

export const isCompanyStale = (): boolean => Date.now() - askedAt > COMPANY_CACHE_MINUTES * 60_000

/** They are asked for now: whether they come or not, the next time is in a while. */
export const noteCompanyAsked = (): void => {
  askedAt = Date.now()
}

/** Whoever has changed them sees it with the next look. */
export const outdateCompany = (): void => {
  askedAt = 0
}
