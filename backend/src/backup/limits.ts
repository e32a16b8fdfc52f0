import { HOUR, MIB, MINUTE } from '../lib/units.ts'

/** The newest backup is kept for each of this many days, weeks and months. Those without a backup do not count. */
export const BACKUP_RETENTION = { days: 7, weeks: 4, months: 6 }
/** The hour, in London time, from which the nightly backup is due. */
export const BACKUP_HOUR = 3
/** How often the server checks whether the nightly backup is due. */
export const BACKUP_CHECK_EVERY_SECONDS = 10 * MINUTE
/** How long to wait before retrying a failed backup, because an attempt may read everything before it fails. */
export const BACKUP_RETRY_SECONDS = HOUR
/** The disk space that a backup always leaves free. */
export const BACKUP_MIN_FREE_BYTES = 256 * MIB
