/** The inline script sets the attribute before the first paint. */
export const hasConsent = () => document.documentElement.dataset.consent === 'accepted'

/** The token for a server that doesn't require a bot check and ignores the token. */
export const NOT_NEEDED = 'not-needed'
