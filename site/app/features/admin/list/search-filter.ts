// One or-filter of the rest protocol that finds `term` anywhere in any of the columns, whatever its case.

/** Makes %, _ and \ stand for themselves in a LIKE pattern. */
const escapePattern = (term: string) => term.replace(/[\\%_]/g, '\\$&')

/** Quoted, so that commas, dots and brackets of the term are text and not syntax. */
const quoteValue = (value: string) => `"${value.replace(/[\\"]/g, '\\$&')}"`

export function searchFilter(term: string, columns: readonly string[]): string | null {
  const trimmed = term.trim()
  if (!trimmed) return null
  const pattern = quoteValue(`%${escapePattern(trimmed)}%`)
  return columns.map((column) => `${column}.ilike.${pattern}`).join(',')
}
