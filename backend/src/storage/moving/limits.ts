import { MINUTE } from '../../lib/units.ts'

/** How many files are copied in parallel when all files are moved between the data folder and S3. */
export const MOVE_FILES_AT_ONCE = 4
/** How long uploads and removals stay blocked if the move command crashes. */
export const MOVE_MARK_SECONDS = 5 * MINUTE
