import { MIB, SECOND_MS } from '../lib/units.ts'

export const MAX_PLANS = 500
/** Longer queries are lists of ids, hardly ever asked twice. */
export const MAX_PLANNED_SEARCH_CHARACTERS = 2048

// What one request may ask for

export const MAX_ROWS = 1000
/** A longer Content-Location is left out: proxies refuse answers whose headers are longer than a few kilobytes. */
export const MAX_CONTENT_LOCATION_CHARACTERS = 2048
export const MAX_CONDITIONS = 100
export const MAX_SELECT_ITEMS = 200
export const MAX_EMBED_DEPTH = 5
export const MAX_EMBEDS = 30
/** To-many embeds inside one another: each level multiplies. */
export const MAX_TO_MANY_DEPTH = 3
export const MAX_LOGIC_DEPTH = 12
export const MAX_JSON_STEPS = 20
/** A regular expression, and what its repetition adds when written out: `(ab){1,50}` adds 98 characters. */
export const MAX_PATTERN_CHARACTERS = 200
export const MAX_PATTERN_REPEATS = 100
/** A text search. Postgres holds 32 negations in a row. */
export const MAX_SEARCH_CHARACTERS = 500
export const MAX_SEARCH_NEGATIONS = 20

// What one request may turn into, counted before any SQL is written

export const MAX_SUBQUERIES = 100
/** Embeds that decide which rows there are or how they are sorted: each is looked up for every row. */
export const MAX_LOOKUPS = 16
/** So many required embeds may be joined to the rows. Planning time explodes with the number of possible join orders. */
export const MAX_JOINED_LOOKUPS = 3
export const MAX_PREDICATES = 300
/** Regular expressions are compiled, and texts searched split into words, for every row. */
export const MAX_PATTERNS = 10
export const MAX_SEARCHES = 10
export const MAX_ORDER_TERMS = 30
/** With every `*` written out. Postgres itself takes 1,664 in one list. */
export const MAX_COLUMNS = 500
export const MAX_STATEMENT_CHARACTERS = 96 * 1024

// What a response may cost

/** Size of the body, counted inside the database while it is built. */
export const MAX_RESPONSE_BYTES = { anon: 4 * MIB, authenticated: 16 * MIB, service_role: 64 * MIB } as const
/** Added for a statement that had to be ended or crashed the engine: on the embedded engine everyone waits for the restart. */
export const KILLED_STATEMENT_WORK_MS = 5 * SECOND_MS
