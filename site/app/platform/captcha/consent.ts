/** The root route copies the visitor's choice here, before the first paint. */
export const hasConsent = () => document.documentElement.dataset.consent === 'accepted'

/** What a server is sent that asks for no proof: nobody there looks at it. */
export const NOT_NEEDED = 'not-needed'
