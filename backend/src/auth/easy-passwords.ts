// Detects passwords that an attacker would try first: common passwords and words from the account, even with a capital, a
// digit or a symbol added. The list of common passwords never leaves the server.

import list from './common-passwords.json' with { type: 'json' }

const COMMON = new Set(list.words.split(' '))
/** Shorter words occur in good passwords by chance. */
const MIN_WORD_LENGTH = 4
/** Up to eight digits, which includes every date of birth. */
const ONLY_FEW_DIGITS = /^\d{1,8}$/
/** Matches a word with the usual additions, such as a year and a symbol. */
const DECORATED_WORD = /^[^a-z]{0,4}([a-z](?:.*[a-z])?)[^a-z]{0,5}$/

const LOOKALIKES: Record<string, string> = { '@': 'a', '4': 'a', '0': 'o', '3': 'e', '5': 's', $: 's', '7': 't' }

/** `words` are associated with the account, such as its email address and the site's name. */
export function isEasyToGuess(password: string, words: readonly string[] = []): boolean {
  const plain = password.trim().toLowerCase()
  if (ONLY_FEW_DIGITS.test(plain) || isMonotonous(plain)) return true
  const own = new Set(words.flatMap(namesIn))
  return variantsOf(plain).some((variant) => COMMON.has(variant) || own.has(lettersAndDigits(variant)))
}

function variantsOf(plain: string): string[] {
  const whole = [plain, half(plain)]
  const stripped = whole.map((text) => DECORATED_WORD.exec(text)?.[1] ?? text)
  return [...whole, ...stripped].flatMap((text) => [text, withoutLookalikes(text, 'i'), withoutLookalikes(text, 'l')])
}

/** Halves a doubled word: 'passwordpassword' becomes 'password'. */
function half(text: string): string {
  const start = text.slice(0, text.length / 2)
  return start + start === text ? start : text
}

const withoutLookalikes = (text: string, one: string) => text.replace(/[@403571$!]/g, (sign) => LOOKALIKES[sign] ?? one)

/** Whether the text repeats one or two characters, or is a run such as 'abcdefg'. */
function isMonotonous(text: string): boolean {
  if (new Set(text).size <= 2) return true
  const codes = [...text].map((character) => character.codePointAt(0) as number)
  const step = (codes[1] as number) - (codes[0] as number)
  return Math.abs(step) <= 1 && codes.every((code, at) => at === 0 || code - (codes[at - 1] as number) === step)
}

/** For 'ada.marsh@example.com', returns the address, 'adamarsh', 'marsh' and 'example'. */
function namesIn(word: string): string[] {
  const [local = '', domain = ''] = word.toLowerCase().split('@')
  const parts = [local, ...local.split(/[^\p{L}\p{N}]+/u), domain.split('.')[0] ?? '', word.toLowerCase()]
  return parts.map(lettersAndDigits).filter((part) => part.length >= MIN_WORD_LENGTH)
}

/** Words so common in dealers' names that they do not help an attacker. */
const TRADE_WORDS = new Set(
  'auto autos automotive cars centre center company dealer dealers dealership garage group limited motor motors sales specialist specialists trade trading used vehicle vehicles'.split(
    ' ',
  ),
)

/**
 * Whether a password contains one of the names, ignoring case, separators and lookalike digits or symbols. Looks for
 * each whole name, and for each of its words that has four or more characters and is not a trade word.
 */
export function containsName(password: string, names: readonly string[]): boolean {
  const wanted = names
    .flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)])
    .map((name) => lettersAndDigits(name.toLowerCase()))
    .filter((name) => name.length >= MIN_WORD_LENGTH && !TRADE_WORDS.has(name))
  const plain = password.toLowerCase()
  return [plain, withoutLookalikes(plain, 'i'), withoutLookalikes(plain, 'l')]
    .map(lettersAndDigits)
    .some((text) => wanted.some((name) => text.includes(name)))
}

const lettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
