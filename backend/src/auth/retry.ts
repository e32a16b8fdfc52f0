import { DatabaseError } from '../db/database.ts'

const UNIQUE_VIOLATION = '23505'

/** The email address, phone number or name is already in use. */
export const isUniqueViolation = (error: unknown) => error instanceof DatabaseError && error.code === UNIQUE_VIOLATION

/** When two requests create the same account, the second insert fails, and its retry finds the row from the first. */
export async function retryOnce<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (isUniqueViolation(error)) return attempt()
    throw error
  }
}
