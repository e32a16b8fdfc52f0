/** Null if the text is not a URL. The oldest supported browsers have no function that checks this without throwing. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
