import { HOUR } from '../../lib/units.ts'

/** How many files are moved to the trash under one set of locks. */
export const MAX_FILES_TRASHED_AT_ONCE = 16
/** How long a picture must be unreferenced before it is moved to the trash. */
export const COLLECT_AFTER_HOURS = 24
/** How long a file stays in the trash before it is permanently deleted. */
export const TRASH_DAYS = 30
/**
 * How many files may be unknown to the database. A crash leaves a few, but with more the folder probably belongs to
 * another database.
 */
export const MAX_UNEXPLAINED_FILES = 50
/** How many pictures of each kind one run moves to the trash. */
export const MAX_COLLECTED_PER_RUN = 5000
export const COLLECT_PICTURES_EVERY_SECONDS = HOUR
