/** What a function said when it refused; null when it failed, or was not reached. */
export async function refusalOf(error: unknown): Promise<string | null> {
  const { context } = (error ?? {}) as { context?: unknown }
  if (!(context instanceof Response) || context.status >= 500) return null
  const body: unknown = await context.json().catch(() => null)
  const message = (body as { message?: unknown } | null)?.message
  return typeof message === 'string' && message ? message : null
}
