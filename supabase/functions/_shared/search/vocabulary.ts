// The names that a search may contain: those of the vehicles in stock, and those of other makes and models.
import { KNOWN_CARS } from './known-cars.ts'
import { createSpeller, type Speller } from './spelling.ts'
import { EMPTY_PHRASES, MAKE_ALIASES, type Meaning, SYNONYMS } from './synonyms.ts'
import { plainText } from './words.ts'

/** What a search knows about the stock. Each list is bounded by whoever reads it. */
export interface Stock {
  makes: { name: string; vehicles: number }[]
  models: { make: string; model: string; vehicles: number }[]
  titles: string[]
}

export interface Name extends Meaning {
  /** Names such as "2008" and "One" count only together with one of these makes. */
  needsMake?: string[]
}

export interface Vocabulary {
  /** Synonyms, and the makes and models in stock, by their letters and digits. */
  names: ReadonlyMap<string, Name>
  /** Makes and models that are not in stock. */
  others: ReadonlyMap<string, Name>
  /** Up to three consecutive words of a title, by their letters and digits. */
  titles: ReadonlyMap<string, string>
  speller: Speller
}

/** Only letters and digits, so that "F-Type", "F Type" and "ftype" are the same. */
export const compact = (text: string): string => letters(plainText(text))

const letters = (plain: string): string => plain.replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The most titles, makes and models that are read. */
const MAX_NAMES = 5000
const MAX_WORDS_IN_TITLE = 20
const MAX_TITLE_WORDS = 3

/** Everyday words. A search that contains one need not be about the model. */
const AMBIGUOUS = new Set(
  'one,up,note,dawn,spring,edge,rapid,legacy,soul,spark,combo,seven,seal,alto,gt,is,junior,ghost,adam,born,dolphin,dispatch,partner,rio,seed,roma,scala,swift,across,insight,accord,civic,compass,galaxy,explorer,custom,tf,hs,es,ct,ls,nx,rc,rx,ux,gs,lc,lx,cc,sl,iq,ka,charger,ram,delta,herald,stag,nitro,tx,metro,maestro,persona,materia,challenger,utopia'.split(
    ',',
  ),
)
const YEAR_LIKE = /^(?:19|20)\d\d$/

const needsMake = (key: string, isInStock: boolean) =>
  key.length < 2 || YEAR_LIKE.test(key) || (!isInStock && (AMBIGUOUS.has(key) || /^\d+$/.test(key)))

export function createVocabulary(stock: Stock): Vocabulary {
  const names = new Map<string, Name>()
  const others = new Map<string, Name>()
  const weights = new Map<string, number>()
  const weighKey = (key: string, weight: number) => {
    if (key) weights.set(key, Math.max(weights.get(key) ?? 0, weight))
  }
  const weigh = (text: string, weight: number) => {
    const keys = plainText(text).split(' ').map(letters)
    for (const key of new Set([...keys, keys.join('')])) weighKey(key, weight)
  }
  const makes = makesOf(stock)

  for (const [phrase, meaning] of SYNONYMS) {
    names.set(compact(phrase), meaning)
    weigh(phrase, 1)
  }
  for (const [key, { label, spellings, vehicles }] of makes) {
    names.set(key, { label, conditions: { make: spellings } })
    weigh(label, 2 + vehicles)
  }
  for (const { make, model, vehicles } of stock.models.slice(0, MAX_NAMES)) {
    const key = compact(model)
    weigh(model, 1 + vehicles)
    const known = names.get(key)
    // A word that means something else, or a make, keeps its meaning.
    if (!key || (known && !known.conditions.model)) continue
    const models = [...new Set([...(known?.conditions.model ?? []), model])]
    names.set(key, {
      label: model,
      conditions: { model: models },
      ...(needsMake(key, true) && { needsMake: [...(known?.needsMake ?? []), make] }),
    })
    // "Toyota GR Yaris" is a title; "Toyota Yaris" is another model.
    names.delete(compact(`${make} ${model}`))
  }
  for (const { make, models } of KNOWN_CARS) {
    const spellings = makes.get(compact(make))?.spellings ?? [make]
    for (const model of models) {
      const key = compact(model)
      weigh(model, 0)
      if (names.has(key)) continue
      const known = others.get(key)?.conditions
      others.set(key, {
        label: model,
        conditions: { make: [...new Set([...(known?.make ?? []), ...spellings])], model: [model] },
        ...(needsMake(key, false) && { needsMake: [...(known?.make ?? []), ...spellings] }),
      })
    }
  }
  const titles = titleWords(stock.titles, weighKey)
  for (const phrase of EMPTY_PHRASES) weigh(phrase, 1)
  return { names, others, titles, speller: createSpeller(weights) }
}

interface MakeName {
  label: string
  /** The names that the dealer uses for the make. */
  spellings: string[]
  vehicles: number
}

/** Each make by its own name and by its other names. */
function makesOf({ makes }: Stock): Map<string, MakeName> {
  const canonical = new Map(KNOWN_CARS.map(({ make }) => [compact(make), make]))
  for (const [alias, make] of MAKE_ALIASES) canonical.set(compact(alias), make)
  const byMake = new Map<string, MakeName>()
  for (const { make } of KNOWN_CARS) byMake.set(make, { label: make, spellings: [], vehicles: 0 })
  for (const { name, vehicles } of makes.slice(0, MAX_NAMES)) {
    const make = canonical.get(compact(name)) ?? name
    canonical.set(compact(name), make)
    const known = byMake.get(make) ?? { label: name, spellings: [], vehicles: 0 }
    byMake.set(make, {
      label: vehicles >= known.vehicles ? name : known.label,
      spellings: [...known.spellings, name],
      vehicles: known.vehicles + vehicles,
    })
  }
  const found = new Map<string, MakeName>()
  for (const [key, make] of canonical) {
    const known = byMake.get(make)
    if (key && known) found.set(key, { ...known, spellings: known.spellings.length > 0 ? known.spellings : [make] })
  }
  return found
}

/** Thousands of titles share a few words, so the letters of each word are read once. */
function titleWords(titles: string[], weigh: (key: string, weight: number) => void): Map<string, string> {
  const found = new Map<string, string>()
  const keys = new Map<string, string>()
  const keyOf = (word: string): string => {
    const key = keys.get(word) ?? letters(word)
    keys.set(word, key)
    return key
  }
  for (const title of titles.slice(0, MAX_NAMES)) {
    const words = plainText(title).split(' ').slice(0, MAX_WORDS_IN_TITLE)
    for (const [at, word] of words.entries()) {
      let [key, phrase] = [keyOf(word), word]
      weigh(key, 1)
      for (let next = at + 1; ; next++) {
        if (key && !found.has(key)) found.set(key, phrase)
        if (next === Math.min(at + MAX_TITLE_WORDS, words.length)) break
        key += keyOf(words[next] ?? '')
        phrase += ` ${words[next]}`
      }
    }
  }
  return found
}
