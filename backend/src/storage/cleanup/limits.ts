import { HOUR } from '../../lib/units.ts'

/** Cleared away while their names are held together. */
export const MAX_FILES_TRASHED_AT_ONCE = 16
/** How long no vehicle has shown a picture before it goes to the trash. */
export const COLLECT_AFTER_HOURS = 24
export const TRASH_DAYS = 30
/** Files that the database has never heard of. A crash leaves a few; more look like somebody else's. */
export const MAX_UNEXPLAINED_FILES = 50
export const MAX_COLLECTED_PER_RUN = 5000
export const COLLECT_PICTURES_EVERY_SECONDS = HOUR
