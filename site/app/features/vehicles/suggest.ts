// Suggests makes, models and cars in stock while visitors type. Everything is in memory, so that each keystroke costs the
// server a fraction of a millisecond.
import { formatNumber, formatPrice } from '#app/lib/money.ts'
import { compact, type Vocabulary } from '#supabase/functions/_shared/search/vocabulary.ts'
import { plainText } from '#supabase/functions/_shared/search/words.ts'
import type { FilterOptions } from './vehicle-queries.ts'

export interface StockedVehicle {
  id: string
  title: string
  year: number
  price: number | null
  sold: boolean
}

interface Suggestion {
  label: string
  /** What follows the label in a quieter colour. */
  note: string
  to: string
}

export type Suggest = (typed: string) => Suggestion[]

const MAX_MAKES = 3
const MAX_MODELS = 3
const MAX_CARS = 4
/** Nothing that is longer can be the start of a name. */
const MAX_TYPED = 40
const MAX_TYPED_WORDS = 6
/** Fewer letters occur inside words by chance. */
const MIN_JOINED = 4

interface Entry extends Suggestion {
  /** Its words, each after a space. */
  words: string
  joined: string
}

const entryOf = (suggestion: Suggestion, name = suggestion.label): Entry => ({
  ...suggestion,
  words: ` ${plainText(name)}`,
  joined: compact(name),
})
const counted = (vehicles: number) => `${formatNumber(vehicles)} ${vehicles === 1 ? 'car' : 'cars'}`
const listPath = (filters: Record<string, string>) => `/vehicles?${new URLSearchParams(filters)}`

export function createSuggest(
  vocabulary: Vocabulary,
  { makes, models }: FilterOptions,
  vehicles: StockedVehicle[],
): Suggest {
  const makeEntries = makes
    .filter((make) => make.vehicles > 0)
    .map(({ name, vehicles }) => entryOf({ label: name, note: counted(vehicles), to: listPath({ make: name }) }))
  const modelEntries = models.model.map((model, at) => {
    const make = models.make[at] ?? ''
    const label = plainText(model).startsWith(plainText(make)) ? model : `${make} ${model}`
    return entryOf({ label, note: counted(models.vehicles[at] ?? 0), to: listPath({ make, model }) })
  })
  const carEntries = vehicles.map(({ id, title, year, price, sold }) =>
    entryOf(
      { label: title, note: sold ? 'Sold' : [year, formatPrice(price)].join(', '), to: `/vehicles/${id}` },
      `${title} ${year}`,
    ),
  )

  const find = (words: string[]): Suggestion[] => {
    // "vw" and "merc" are names of makes too.
    const named = vocabulary.names.get(compact(words.join(' ')))?.conditions.make ?? []
    const starts = words.map((word) => ` ${word}`)
    const joined = compact(words.join(' '))
    const isMatch = (entry: Entry) =>
      starts.every((start) => entry.words.includes(start)) ||
      (joined.length >= MIN_JOINED && entry.joined.includes(joined))
    const isMake = (entry: Entry) => named.includes(entry.label) || isMatch(entry)
    return [
      ...take(makeEntries, isMake, MAX_MAKES),
      ...take(modelEntries, isMatch, MAX_MODELS),
      ...take(
        carEntries,
        (entry) => isMatch(entry) || named.some((make) => entry.words.includes(` ${plainText(make)}`)),
        MAX_CARS,
      ),
    ]
  }

  return (typed) => {
    const words = plainText(typed.slice(0, MAX_TYPED)).split(' ').filter(Boolean).slice(0, MAX_TYPED_WORDS)
    if (compact(words.join(' ')) === '') return []
    const found = find(words)
    if (found.length > 0) return found
    const corrected = words.map((word) => vocabulary.speller.correct(compact(word)) ?? word)
    return corrected.join() === words.join() ? [] : find(corrected)
  }
}

function take(entries: Entry[], isMatch: (entry: Entry) => boolean, most: number): Suggestion[] {
  const found: Suggestion[] = []
  for (const entry of entries) {
    if (!isMatch(entry)) continue
    const { label, note, to } = entry
    found.push({ label, note, to })
    if (found.length === most) break
  }
  return found
}
