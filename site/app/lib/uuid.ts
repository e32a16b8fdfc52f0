const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The database rejects a query for a malformed id. */
export const isUuid = (text: string): boolean => UUID.test(text)
