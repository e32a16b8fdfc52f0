/** Null if the text is not a URL. Not URL.canParse, which older browsers lack. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
