/** Null if the text is not a URL. URL.canParse is not used, because older browsers lack it. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
