// Splits a search into words. forecourt.search_text does the same to the text that is searched.
import { MAX_SEARCH_LENGTH } from './limits.ts'

/** No name has more words than this, and each word costs time. */
const MAX_WORDS = 8
/** A search may say more than a name does, such as a price and a year. */
const MAX_TOKENS = 16

const ACCENTS = /[\u0300-\u036f]+/g
const BETWEEN_WORDS = /[\s\u2010-\u2015-]+/

/** In lower case, without accents, and with one space instead of whitespace and hyphens. */
export const plainText = (text: string): string =>
  text.normalize('NFKD').replaceAll(ACCENTS, '').toLowerCase().split(BETWEEN_WORDS).filter(Boolean).join(' ')

/** The different words in a search, in lower case and without accents or hyphens. */
export const searchWords = (term: string): string[] =>
  [...new Set(plainText(term).split(' '))].filter(Boolean).slice(0, MAX_WORDS)

/** A word of a search without the punctuation around it. */
export interface Token {
  text: string
  /** The number of the typed word that it comes from: "plug-in" has two tokens. */
  source: number
}

/** What visitors typed, split at spaces. */
export const typedWords = (term: string): string[] => term.slice(0, MAX_SEARCH_LENGTH).split(/\s+/).filter(Boolean)

const AROUND = /^["'`([{.,;:!?*]{1,9}|["'`)\]},.;:!?*]{1,9}$/g
const APOSTROPHES = /['\u2018\u2019]/g
const THOUSANDS = /(\d),(?=\d{3}(?!\d))/g
const RANGE = /^(£?\d[\d.]{0,8}k?)[\u2010-\u2015-](£?\d)/

export function tokensOf(term: string): Token[] {
  const tokens = typedWords(term).flatMap((typed, source) =>
    plainText(typed.replaceAll(THOUSANDS, '$1').toLowerCase().replace(RANGE, '$1 to $2'))
      .split(/[ /,]/)
      .map((text) => ({ text: text.replaceAll(AROUND, '').replaceAll(APOSTROPHES, ''), source })),
  )
  return tokens.filter(({ text }) => text !== '').slice(0, MAX_TOKENS)
}
