// What someone types is text, never syntax. It passes two languages on its way: LIKE, where % _ and \ mean something,
// and the or=(...) list of the REST protocol, where a value with a comma or bracket stands in quotes.

export function containsPattern(text: string): string {
  const literal = text.replaceAll(/[\\%_]/g, '\\$&')
  // The protocol reads * as % and knows no way to escape it; _ is the nearest: any one character, a star included.
  return `*${literal.replaceAll('*', '_')}*`
}

/** Of vehicles, which everybody searches: the database's index knows three letters and more; shorter words are found where a word begins, which it knows as well. */
const SHORT_WORD = /^[\p{L}\p{N}]{1,2}$/u

/** For one of `searchWords` in what forecourt.search_text wrote: each word there has a space before it. */
export function wordPattern(word: string): string {
  // A bracket or a dash begins no word: it is looked for everywhere, row by row.
  return containsPattern(SHORT_WORD.test(word) ? ` ${word}` : word)
}

export function quoteValue(value: string): string {
  return `"${value.replaceAll(/[\\"]/g, '\\$&')}"`
}

/** More would cost more than any name has. */
const MAX_WORDS = 8
const ACCENTS = /[\u0300-\u036f]+/g
const BETWEEN_WORDS = /[\s\u2010-\u2015-]+/

/** The words of a search, without case, accents and hyphens: as forecourt.search_text writes what is searched. */
export function searchWords(term: string): string[] {
  const plain = term.normalize('NFKD').replaceAll(ACCENTS, '').toLowerCase()
  return [...new Set(plain.split(BETWEEN_WORDS).filter(Boolean))].slice(0, MAX_WORDS)
}

/** For each word an or-filter that finds it anywhere in any of the columns, whatever its case; all of them must hold. */
export function searchFilters(term: string, columns: readonly string[]): string[] {
  const words = term.split(BETWEEN_WORDS).filter(Boolean).slice(0, MAX_WORDS)
  return words.map((word) => {
    const value = quoteValue(containsPattern(word))
    return columns.map((column) => `${column}.ilike.${value}`).join(',')
  })
}
