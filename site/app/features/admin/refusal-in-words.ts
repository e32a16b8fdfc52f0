/** Sentences that the database raises for people, such as the protection of the last admin. */
export function refusalInWords(error: unknown): string | null {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return code === 'P0001' && message ? message : null
}
