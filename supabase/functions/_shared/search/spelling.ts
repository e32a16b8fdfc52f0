// Corrects typing errors against a list of known words.

/** The longest word that is corrected. */
const MAX_LENGTH = 20
const MIN_LENGTH = 3
/** A shorter word with another letter is too often a name of its own to become one that is not in stock. */
const MIN_CERTAIN = 5
const SWAPPED = 0.5

interface KnownWord {
  word: string
  /** Its letters as bits, to rule out most words without comparing them. */
  letters: number
  /** How common it is: of two equally close words, the more common one counts. */
  weight: number
}

export interface Speller {
  has(word: string): boolean
  correct(word: string): string | undefined
}

const LETTERS = /^[a-z]+$/

function lettersOf(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) - 97)
  return bits
}

function countBits(bits: number): number {
  let rest = bits
  let count = 0
  for (; rest; count++) rest &= rest - 1
  return count
}

/** The number of typing errors that a word may have: three letters must only be swapped. */
const allowedErrors = (length: number) => (length < 4 ? 0.5 : length < 7 ? 1 : 2)

export function createSpeller(weights: ReadonlyMap<string, number>): Speller {
  const byLength: KnownWord[][] = []
  for (const [word, weight] of weights) {
    if (!LETTERS.test(word) || word.length < MIN_LENGTH || word.length > MAX_LENGTH) continue
    byLength[word.length] ??= []
    byLength[word.length]?.push({ word, letters: lettersOf(word), weight })
  }
  return {
    has: (word) => weights.has(word),
    correct(word) {
      if (!LETTERS.test(word) || word.length < MIN_LENGTH || word.length > MAX_LENGTH) return undefined
      const letters = lettersOf(word)
      const allowed = allowedErrors(word.length)
      let best: KnownWord | undefined
      let least = Number.POSITIVE_INFINITY
      for (let length = word.length - 2; length <= word.length + 2; length++) {
        for (const known of byLength[length] ?? []) {
          // Each error changes at most two letters of the set.
          if (countBits(known.letters ^ letters) > Math.ceil(allowed) * 2) continue
          const errors = distance(word, known.word) + (known.word[0] === word[0] ? 0 : 0.25)
          if (errors > allowed + 0.25 || errors > least) continue
          if (known.weight === 0 && word.length < MIN_CERTAIN && errors > SWAPPED) continue
          if (errors < least || known.weight > (best?.weight ?? 0)) {
            best = known
            least = errors
          }
        }
      }
      return best?.word
    },
  }
}

/** The number of letters to insert, remove or replace; two swapped letters count half. */
export function distance(a: string, b: string): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + change)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 0.5)
      row.push(least)
    }
    before = above
    above = row
  }
  return above[b.length] ?? 0
}
