/** The inline script sets the attribute before the first paint. */
export const hasConsent = () => document.documentElement.dataset.consent === 'accepted'

/** The token for a server that requires no bot check and ignores it. */
export const NOT_NEEDED = 'not-needed'
