import { HOUR, SECOND_MS } from '../lib/units.ts'

/** How often a process writes what it has counted, if there is anything. */
export const WRITE_WANTED_EVERY_MS = 10 * SECOND_MS
/** The different searches and cars that a process counts between two writes. */
export const MAX_WANTED_AT_ONCE = 500
/** How long a network's next request for the same search or car does not count. */
export const WANTED_ONCE_MS = 7 * 24 * HOUR * SECOND_MS
/** The different searches and cars that count for one network in that time. */
export const MAX_WANTED_PER_NETWORK = 100
/** The pairs of a network and a search or car that a process remembers. */
export const MAX_WANTED_REMEMBERED = 20_000
