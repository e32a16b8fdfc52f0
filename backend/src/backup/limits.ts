import { HOUR, MIB, MINUTE } from '../lib/units.ts'

/** The newest backup of so many days, weeks and months that have one. */
export const BACKUP_RETENTION = { days: 7, weeks: 4, months: 6 }
/** From when on a night's backup is due, by the clock in London, and how often somebody looks whether it is. */
export const BACKUP_HOUR = 3
export const BACKUP_CHECK_EVERY_SECONDS = 10 * MINUTE
/** How long after one that failed the next is tried: it may have read everything before it did. */
export const BACKUP_RETRY_SECONDS = HOUR
/** What it never takes of a disk. */
export const BACKUP_MIN_FREE_BYTES = 256 * MIB
