/** A second in milliseconds, a minute and an hour in seconds, and a mebibyte in bytes. */
export const SECOND_MS = 1_000
export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const MIB = 1024 * 1024
