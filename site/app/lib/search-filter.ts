// A search is text, never syntax. It is escaped twice: for LIKE, where % _ and \ are special, and for the REST
// protocol's or=(...) list, where a value with a comma or bracket must be quoted.

export { searchWords } from '#supabase/functions/_shared/search/words.ts'

export function containsPattern(text: string): string {
  const literal = text.replaceAll(/[\\%_]/g, '\\$&')
  // The protocol reads * as % and cannot escape it. The closest match is _, which stands for any one character,
  // including a star.
  return `*${literal.replaceAll('*', '_')}*`
}

/** The trigram index needs three letters. Shorter words match only the start of a word, which the index supports too. */
const SHORT_WORD = /^[\p{L}\p{N}]{1,2}$/u

/** A pattern for one of `searchWords` in the output of forecourt.search_text, where a space precedes every word. */
export function wordPattern(word: string): string {
  // No word starts with a bracket or a dash, so a search for one of these matches anywhere, which means scanning every
  // row.
  return containsPattern(SHORT_WORD.test(word) ? ` ${word}` : word)
}

export function quoteValue(value: string): string {
  return `"${value.replaceAll(/[\\"]/g, '\\$&')}"`
}

/** No name has more words than this, and each word costs time. */
const MAX_WORDS = 8
const BETWEEN_WORDS = /[\s\u2010-\u2015-]+/

/** One or-filter per word, which matches the word anywhere in any column regardless of case. All filters must match. */
export function searchFilters(term: string, columns: readonly string[]): string[] {
  const words = term.split(BETWEEN_WORDS).filter(Boolean).slice(0, MAX_WORDS)
  return words.map((word) => {
    const value = quoteValue(containsPattern(word))
    return columns.map((column) => `${column}.ilike.${value}`).join(',')
  })
}
