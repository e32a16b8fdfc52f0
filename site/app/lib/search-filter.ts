// What someone types is text, never syntax. It passes two languages on its way: LIKE, where % _ and \ mean something,
// and the or=(...) list of the REST protocol, where a value with a comma or bracket stands in quotes.

export function containsPattern(text: string): string {
  const literal = text.replaceAll(/[\\%_]/g, '\\$&')
  // The protocol reads * as % and knows no way to escape it; _ is the nearest: any one character, a star included.
  return `*${literal.replaceAll('*', '_')}*`
}

export function quoteValue(value: string): string {
  return `"${value.replaceAll(/[\\"]/g, '\\$&')}"`
}

/** An or-filter that finds the term anywhere in any of the columns, whatever its case; none for a blank term. */
export function searchFilter(term: string, columns: readonly string[]): string | null {
  const text = term.trim()
  if (!text) return null
  const value = quoteValue(containsPattern(text))
  return columns.map((column) => `${column}.ilike.${value}`).join(',')
}
