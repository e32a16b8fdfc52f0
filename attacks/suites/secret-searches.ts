// Searching and counting by a draft's words, or by what the dealer keeps private. Asked by the secrets suite.
import type { Call } from '../harness/http.ts'
import { FEATURE, MAKE, MODEL, PRICE, REGISTRATION, type Secrets, STOCK_NUMBER, VIN } from './secrets-planted.ts'

/** A question with a right and a wrong guess, which must be answered alike. */
export interface Guess {
  right: string
  wrong: string
  ask(guess: string): Call
}

export const COUNTS = ['exact', 'planned', 'estimated']

export const post = (path: string, body: unknown, headers: Call['headers'] = {}): Call => ({
  method: 'POST',
  path,
  headers,
  body: JSON.stringify(body),
})

export const dataOf = (path: string) => {
  const [pathname = '', query = ''] = path.split('?')
  return `${pathname === '/' ? '/_root' : pathname}.data${query && `?${query}`}`
}

/** A word of the same length that no vehicle has, or another day, or another id. */
export const misspelt = (word: string) => {
  if (/^\d{4}-\d\d-\d\d$/.test(word)) return `${word.slice(0, -2)}28`
  if (word.length === 36) return crypto.randomUUID()
  return misspeltWord(word)
}

const misspeltWord = (word: string) => word.replace(/[a-z]/g, 'j').replace(/[A-Z]/g, 'J').replace(/\d/g, '7')

const word = (right: string, path: (guess: string) => string, headers: Call['headers'] = {}): Guess => ({
  right,
  wrong: misspelt(right),
  ask: (guess) => ({ path: path(encodeURIComponent(guess)), headers }),
})

/** Everything on the site that searches for vehicles. */
const sitePaths = (text: string): Guess[] => [
  ...['/vehicles', '/vehicles.data', '/vehicles/options', '/vehicles/filters', '/alerts/new'].flatMap((path) =>
    ['q', 'make', 'model'].map((name) => word(text, (guess) => `${path}?${name}=${guess}`)),
  ),
  word(text, (guess) => `/vehicles/suggest?q=${guess}`),
  // A suggestion needs only how a name begins.
  word(text.slice(0, 4), (guess) => `/vehicles/suggest?q=${guess}`),
]

/** The search behind these pages, with conditions that the pages would not send. */
const databaseSearches = (text: string): Guess[] =>
  [
    (guess: string) => ({ words: [[guess]] }),
    (guess: string) => ({ text: guess, pieces: [guess] }),
    (guess: string) => ({ filters: { make: [guess] } }),
    (guess: string) => ({ wanted: { model: [guess] } }),
    (guess: string) => ({ words: [['jjjjjj']], registration: guess }),
  ].flatMap((searchFor) =>
    ['search_vehicles', 'count_vehicle_options'].map((name) => ({
      right: text,
      wrong: misspelt(text),
      ask: (guess) => post(`/rest/v1/rpc/${name}`, { _search: searchFor(guess) }),
    })),
  )

/** The list of the back office. */
const officeLists = (column: string, text: string): Guess[] =>
  [
    (guess: string) => `rpc/stock_list?select=id&${column}=eq.${guess}`,
    (guess: string) => `rpc/stock_list?_state=Draft&select=id&${column}=ilike.*${guess}*`,
    (guess: string) => `vehicles?select=id&${column}=ilike.*${guess}*`,
  ].map((path) => word(text, (guess) => `/rest/v1/${path(guess)}`, { prefer: 'count=exact' }))

export function wordsOf({ picture }: Secrets): Guess[] {
  const tables = ['vehicles', 'listed_vehicles', 'searched_vehicles']
  return [
    ...COUNTS.flatMap((count) =>
      tables.flatMap((table) => [
        word(MAKE, (make) => `/rest/v1/${table}?select=id&make=eq.${make}`, { prefer: `count=${count}` }),
        word(MODEL, (model) => `/rest/v1/${table}?select=id&or=(make.eq.x,model.ilike.*${model}*)`, {
          prefer: `count=${count}`,
        }),
      ]),
    ),
    ...['vehicle_features.feature', 'vehicle_specifications.spec_value', 'vehicle_images.image_url'].flatMap((path) => {
      const [table = '', column] = path.split('.')
      const right = table === 'vehicle_images' ? picture : FEATURE
      return [
        word(right, (guess) => `/rest/v1/${table}?select=vehicle_id&${column}=ilike.*${guess}*`, {
          prefer: 'count=exact',
        }),
        word(right, (guess) => `/rest/v1/vehicles?select=id,${table}!inner(id)&${path}=ilike.*${guess}*`),
      ]
    }),
    ...[MAKE, MODEL, STOCK_NUMBER].flatMap((text) => [...sitePaths(text), ...databaseSearches(text)]),
    word(STOCK_NUMBER, (guess) => `/rest/v1/rpc/vehicles_by_code?_text=${guess}`),
    ...officeLists('make', MAKE),
    ...officeLists('title', MODEL),
    ...officeLists('stock_number', STOCK_NUMBER),
    word(MAKE, (guess) => `/vehicles/make/${guess}`),
    word(MAKE.toLowerCase(), (guess) => `/vehicles/make/${guess}.data`),
    word(MODEL.toLowerCase(), (guess) => `/vehicles/make/${MAKE.toLowerCase()}/${guess}`),
  ]
}

/** A withheld price must not be found as a filter either. */
export const priceFilters = (): Guess[] => [
  ...['vehicles', 'listed_vehicles', 'searched_vehicles'].flatMap((table) =>
    ['eq', 'gte'].map((operator) =>
      word(String(PRICE), (price) => `/rest/v1/${table}?select=id&price=${operator}.${price}`, {
        prefer: 'count=exact',
      }),
    ),
  ),
  word(String(PRICE), (price) => `/rest/v1/vehicles?select=id&asking_price=eq.${price}`),
  word(String(PRICE), (price) => `/vehicles.data?minPrice=${price}`),
]

/** By a registration that buyers do not see, and by a VIN. */
export const codeSearches = (): Guess[] => [
  word(REGISTRATION, (text) => `/rest/v1/rpc/vehicles_by_code?_text=${text}`),
  word(REGISTRATION.slice(1, -1), (text) => `/rest/v1/rpc/vehicles_by_code?_text=${text}`),
  ...[REGISTRATION, VIN].flatMap((text) => [...sitePaths(text), ...databaseSearches(text)]),
]
