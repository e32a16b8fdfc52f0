import { MIB, SECOND_MS } from '../lib/units.ts'

/** How many read plans are cached. */
export const MAX_PLANS = 500
/** Plans for longer query strings are not cached, because such strings contain lists of ids and are seldom repeated. */
export const MAX_PLANNED_SEARCH_CHARACTERS = 2048

// What one request may contain

/** The maximum number of rows in a response. */
export const MAX_ROWS = 1000
/**
 * A longer Content-Location header is left out, because proxies refuse responses with more than a few kilobytes of
 * headers.
 */
export const MAX_CONTENT_LOCATION_CHARACTERS = 2048
export const MAX_CONDITIONS = 100
export const MAX_SELECT_ITEMS = 200
export const MAX_EMBED_DEPTH = 5
export const MAX_EMBEDS = 30
/** Nested to-many embeds. Each level multiplies the rows. */
export const MAX_TO_MANY_DEPTH = 3
/** The nesting depth of `and` and `or`. */
export const MAX_LOGIC_DEPTH = 12
/** The number of arrows (`->`) in one JSON path. */
export const MAX_JSON_STEPS = 20
/** The length of a regular expression. */
export const MAX_PATTERN_CHARACTERS = 200
/** Characters that repetition adds to a regular expression when written out: `(ab){1,50}` adds 98. */
export const MAX_PATTERN_REPEATS = 100
/** The length of a text search. */
export const MAX_SEARCH_CHARACTERS = 500
/** Negations in a text search. Postgres accepts 32 in a row. */
export const MAX_SEARCH_NEGATIONS = 20

// What one request may turn into, counted before any SQL is written

export const MAX_SUBQUERIES = 100
/** The number of embeds used to filter or sort rows. Each is looked up for every row. */
export const MAX_LOOKUPS = 16
/** Required embeds that are joined to the rows. More would make planning slow, because the possible join orders multiply. */
export const MAX_JOINED_LOOKUPS = 3
export const MAX_PREDICATES = 300
/** Regular expressions in one request. Each is compiled for every row. */
export const MAX_PATTERNS = 10
/** Text searches in one request. The text is split into words for every row. */
export const MAX_SEARCHES = 10
export const MAX_ORDER_TERMS = 30
/** Columns in one select, with every `*` expanded. Postgres accepts 1,664 in one list. */
export const MAX_COLUMNS = 500
export const MAX_STATEMENT_CHARACTERS = 96 * 1024

// What a response may cost

/** The maximum size of the body for each role, measured in the database as the body is built. */
export const MAX_RESPONSE_BYTES = { anon: 4 * MIB, authenticated: 16 * MIB, service_role: 64 * MIB } as const
/**
 * The database time charged for a statement that timed out or crashed the engine. On the embedded engine, all callers
 * wait for the restart.
 */
export const KILLED_STATEMENT_WORK_MS = 5 * SECOND_MS
