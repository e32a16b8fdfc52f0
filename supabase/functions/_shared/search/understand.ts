// Reads a search as a buyer means it: "bwm estate under 20k" is a make, a body type and a price.
import { addConditions, type Conditions, type SearchQuery } from './conditions.ts'
import { MAX_SEARCH_LENGTH } from './limits.ts'
import { readNumber } from './numbers.ts'
import { EMPTY_PHRASES, type Meaning } from './synonyms.ts'
import { compact, type Name, type Vocabulary } from './vocabulary.ts'
import { plainText, type Token, tokensOf, typedWords } from './words.ts'

/** The longest name, in words. */
const MAX_NAME_WORDS = 4
const MAX_TITLE_WORDS = 3
/** The most words that the database looks for. */
const MAX_WORDS = 8

/** A part of a search, and the typed words that it comes from. */
interface Part extends Meaning {
  first: number
  last: number
}

export interface Chip {
  label: string
  /** The search without this part. */
  without: string
}

export interface Understood {
  query: SearchQuery
  chips: Chip[]
  /** The search with its spelling corrected, if that changed anything. */
  corrected?: string
}

interface Options {
  thisYear: number
  /** Corrects the spelling of words that are not known. */
  correct?: boolean
  filters?: Conditions
}

/** A search in quotation marks is not interpreted. */
const QUOTED = /^["\u201C](.+)["\u201D]$/

export function understand(term: string, vocabulary: Vocabulary, options: Options): Understood {
  const typed = cut(term)
  const quoted = QUOTED.exec(typed)?.[1]
  if (quoted !== undefined) return asText(typed, quoted, options)
  const tokens = tokensOf(typed)
  // Punctuation alone is no word, and must not find everything.
  if (typed && tokens.length === 0) return asText(typed, typed, options)
  const spelled = options.correct ? tokens.map((token) => correct(token, vocabulary)) : tokens
  const parts = readParts(spelled, vocabulary, options)
  const meant = parts.filter(({ conditions, words }) => Object.keys(conditions).length > 0 || words?.length)
  const words = typedWords(typed)
  const corrected = spelled.map(({ text }) => text).join(' ')
  return {
    query: {
      filters: options.filters ?? {},
      wanted: meant.reduce((sum, { conditions }) => addConditions(sum, conditions), {} as Conditions),
      words: meant
        .flatMap(({ words: alternatives }) => (alternatives?.length ? [alternatives] : []))
        .slice(0, MAX_WORDS),
      ...(isPlain(meant, tokens, typed) ? { pieces: [] } : { text: plainText(typed), pieces: piecesOf(words, parts) }),
      ...registrationOf(typed),
    },
    chips: meant.length > 0 || words.length === 0 ? chipsOf(meant, words) : [{ label: `“${typed}”`, without: '' }],
    ...(corrected !== tokens.map(({ text }) => text).join(' ') && { corrected }),
  }
}

/** Half a character, which cutting a text may leave, and control characters cannot be stored. */
const UNSTORABLE = /[\p{Cs}\p{Cc}]/gu

const cut = (term: string): string => term.trim().slice(0, MAX_SEARCH_LENGTH).replaceAll(UNSTORABLE, ' ').trim()

function asText(typed: string, quoted: string, { filters = {} }: Options): Understood {
  return {
    query: { filters, wanted: {}, words: [[plainText(quoted)]], text: plainText(typed), pieces: [] },
    chips: [{ label: typed, without: '' }],
  }
}

function correct(token: Token, vocabulary: Vocabulary): Token {
  const { names, others, titles, speller } = vocabulary
  const key = compact(token.text)
  const isKnown = names.has(key) || others.has(key) || titles.has(key) || speller.has(key)
  if (isKnown || singular(key, vocabulary)) return token
  return { ...token, text: speller.correct(key) ?? token.text }
}

function readParts(tokens: Token[], vocabulary: Vocabulary, options: Options): Part[] {
  const makes = new Set(tokens.flatMap((_, at) => makesAt(tokens, at, vocabulary)))
  const parts: Part[] = []
  for (let at = 0; at < tokens.length; ) {
    const found = readAt(tokens, at, vocabulary, makes, options)
    const [first, last] = [tokens[at], tokens[at + found.length - 1]]
    if (first && last) parts.push({ ...found.meaning, first: first.source, last: last.source })
    at += found.length
  }
  return parts
}

interface Found {
  meaning: Meaning
  length: number
}

const keyAt = (tokens: Token[], at: number, length: number) =>
  compact(
    tokens
      .slice(at, at + length)
      .map(({ text }) => text)
      .join(' '),
  )

function makesAt(tokens: Token[], at: number, { names }: Vocabulary): string[] {
  return [1, 2, 3].flatMap((length) => names.get(keyAt(tokens, at, length))?.conditions.make ?? [])
}

function readAt(tokens: Token[], at: number, vocabulary: Vocabulary, makes: Set<string>, options: Options): Found {
  const isWhole = (length: number) => at === 0 && length === tokens.length
  const counts = (name: Name | undefined, length: number) =>
    name !== undefined && (!name.needsMake || isWhole(length) || name.needsMake.some((make) => makes.has(make)))
  const number = readNumber(
    tokens.slice(at).map(({ text }) => text),
    options,
  )
  for (let length = Math.min(MAX_NAME_WORDS, tokens.length - at); length > 0; length--) {
    const key = keyAt(tokens, at, length)
    if (!key) continue
    const name = vocabulary.names.get(key) ?? (length === 1 ? singular(key, vocabulary) : undefined)
    const isLongEnough = !number || length > number.length || (length === number.length && name?.needsMake)
    if (!isLongEnough) break
    if (name && counts(name, length)) return { meaning: name, length }
    if (EMPTY_PHRASES.has(spaced(tokens, at, length))) return { meaning: { label: '', conditions: {} }, length }
    const other = vocabulary.others.get(key)
    const title = vocabulary.titles.get(key)
    if (other && counts(other, length)) return { meaning: title ? word(title) : asModel(other, makes), length }
  }
  if (number) return { meaning: number, length: number.length }
  for (let length = Math.min(MAX_TITLE_WORDS, tokens.length - at); length > 1; length--) {
    const title = vocabulary.titles.get(keyAt(tokens, at, length))
    // A word that means something by itself is not part of a title.
    const isTaken = Array.from({ length: length - 1 }).some((_, n) =>
      vocabulary.names.has(keyAt(tokens, at + n + 1, 1)),
    )
    if (title && !isTaken) return { meaning: word(title), length }
  }
  const text = tokens[at]?.text ?? ''
  return { meaning: word(vocabulary.titles.get(compact(text)) ?? text), length: 1 }
}

/** "Audis", "estates" and "EVs" are what one of them is. */
function singular(key: string, { names, titles }: Vocabulary): Name | undefined {
  return key.length > 2 && key.endsWith('s') && !titles.has(key) ? names.get(key.slice(0, -1)) : undefined
}

const spaced = (tokens: Token[], at: number, length: number) =>
  tokens
    .slice(at, at + length)
    .map(({ text }) => text)
    .join(' ')

const word = (text: string): Meaning => ({ label: text, conditions: {}, words: [text] })

/** A model that is not in stock. Its make goes without saying if the search does not name one. */
function asModel(other: Name, makes: Set<string>): Meaning {
  const { make = [], model = [] } = other.conditions
  return make.some((name) => makes.has(name)) ? { label: other.label, conditions: { model } } : other
}

/** Whether the words are looked for as they were typed, which finds everything that contains the search. */
const isPlain = (parts: Part[], tokens: Token[], typed: string) =>
  tokens.map(({ text }) => text).join(' ') === plainText(typed) &&
  parts.length === tokens.length &&
  parts.every(({ words }, at) => words?.length === 1 && words[0] === tokens[at]?.text && words.join('').length > 2)

/**
 * What must occur in a vehicle's names if the search is taken literally. The words of one name stay together, and so
 * does a single letter with the word after it: "c class" must not find every car with a C somewhere.
 */
function piecesOf(words: string[], parts: Part[]): string[] {
  const joined = new Set<number>()
  for (const { first, last } of parts) for (let at = first; at < last; at++) joined.add(at)
  const plain = words.map(plainText)
  for (const [at, text] of plain.entries()) {
    if (text.length !== 1 || plain.length === 1) continue
    joined.add(at < plain.length - 1 ? at : at - 1)
  }
  const pieces: string[] = []
  for (const [at, text] of plain.entries()) {
    if (joined.has(at - 1)) pieces.push(`${pieces.pop() ?? ''} ${text}`.trim())
    else pieces.push(text)
  }
  return [...new Set(pieces.filter(Boolean))].slice(0, MAX_WORDS)
}

/** Consecutive words that were not understood are one chip. */
function chipsOf(parts: Part[], words: string[]): Chip[] {
  const chips: { label: string; first: number; last: number; isText: boolean }[] = []
  for (const { label, first, last, conditions } of parts) {
    const isText = Object.keys(conditions).length === 0
    const before = chips.at(-1)
    if (isText && before?.isText && first <= before.last + 1) before.last = Math.max(before.last, last)
    else chips.push({ label, first, last, isText })
  }
  const named = chips.map(({ label, first, last, isText }) => ({
    label: isText ? `“${words.slice(first, last + 1).join(' ')}”` : label,
    without: words.filter((_, at) => at < first || at > last).join(' '),
  }))
  return named.filter(({ label }, at) => named.findIndex((other) => other.label === label) === at)
}

const REGISTRATION = /^[A-Z0-9]{2,7}$/

function registrationOf(typed: string): Pick<SearchQuery, 'registration'> {
  const code = typed.replaceAll(' ', '').toUpperCase()
  return REGISTRATION.test(code) && /\d/.test(code) && /[A-Z]/.test(code) ? { registration: code } : {}
}
