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

export function anyColumnContains(columns: readonly string[], text: string): string {
  const value = quoteValue(containsPattern(text))
  return columns.map((column) => `${column}.ilike.${value}`).join(',')
}
