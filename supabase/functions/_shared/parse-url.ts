/** Null for what is no address: the oldest browsers cannot ask before they parse. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
