import { MINUTE } from '../../lib/units.ts'

/** Moving all files between the folder and S3: how many at once, and how long the mark of a mover that died holds changes back. */
export const MOVE_FILES_AT_ONCE = 4
export const MOVE_MARK_SECONDS = 5 * MINUTE
