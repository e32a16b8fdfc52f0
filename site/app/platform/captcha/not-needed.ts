/** A placeholder token, for a server that doesn't require a bot check and so ignores it. */
export const NOT_NEEDED = 'not-needed'
