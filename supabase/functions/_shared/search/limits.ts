// Apart from words.ts, so that public pages load the limit without the rest.

/** The longest title, make or model. A longer search cannot find anything and would only cost time. */
export const MAX_SEARCH_LENGTH = 100

/** Matches are counted up to here. */
export const MAX_EXACT_TOTAL = 10_000
