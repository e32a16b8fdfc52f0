/**
 * The database's error message if it was written for users, such as the one that protects the last admin; null for any
 * other error.
 */
export function refusalInWords(error: unknown): string | null {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return code === 'P0001' && message ? message : null
}
