/** The function's message if it refused the call; null if it failed or could not be reached. */
export async function refusalOf(error: unknown): Promise<string | null> {
  const { context } = (error ?? {}) as { context?: unknown }
  if (!(context instanceof Response) || context.status >= 500) return null
  const body: unknown = await context.json().catch(() => null)
  const message = (body as { message?: unknown } | null)?.message
  return typeof message === 'string' && message ? message : null
}
