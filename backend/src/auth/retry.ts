import { DatabaseError } from '../db/database.ts'

const UNIQUE_VIOLATION = '23505'

/** What was to be written is somebody's already: an address, a number, a name. */
export const isTaken = (error: unknown) => error instanceof DatabaseError && error.code === UNIQUE_VIOLATION

/** Two requests for one new account at once: the second insert fails, and finds the first one's row when it tries again. */
export async function retryOnce<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (isTaken(error)) return attempt()
    throw error
  }
}
