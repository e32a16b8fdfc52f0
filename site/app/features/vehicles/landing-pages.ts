// Pages for what visitors type into search engines: a make, a model, a body type, a fuel or a price.
import type { Rest } from '#app/lib/backend.ts'
import { formatNumber, formatPrice } from '#app/lib/money.ts'
import { type ListedRow, type ListedVehicle, toListed } from '#app/lib/vehicle.ts'
import type { Conditions } from '#supabase/functions/_shared/search/conditions.ts'
import { type FoundPage, MAX_EXACT_TOTAL } from '#supabase/functions/_shared/search/run-search.ts'
import { BODY_TYPES } from '#supabase/functions/_shared/vehicle-facts.ts'
import { FUEL_TYPES } from '#supabase/functions/_shared/vehicle-options.ts'
import { bodyPath, fuelPath, hasMakePage, makePath, makeSlug, modelPath, underPath } from './make-paths.ts'
import { PAGE_SIZE } from './vehicle-filters.ts'
import { type FilterOptions, findFilterOptions, findNewest, type VehiclePage } from './vehicle-queries.ts'

/** A link, with the number of cars that it leads to if that is known. */
export type LandingLink = readonly [name: string, to: string, vehicles?: number]

export interface Landing extends VehiclePage {
  /** Of the breadcrumbs, from the list to this page. */
  trail: [name: string, path: string][]
  path: string
  /** "BMW cars", "electric cars", "estates". */
  plural: string
  /** What is known about the cars in stock. */
  text: string
  /** The same vehicles in the list, where they can be filtered. */
  listPath: string
  /** Narrower pages. */
  within: { label: string; links: LandingLink[] }
  /** Pages of the same kind. */
  others: { label: string; links: LandingLink[] }
  /** Other cars, if there are none of these. */
  newest: ListedVehicle[]
}

interface Noun {
  one: string
  many: string
}

interface Subject extends Pick<Landing, 'path' | 'trail' | 'listPath' | 'within' | 'others'> {
  noun: Noun
  conditions: Conditions
}

const PRICES = [5000, 10_000, 15_000, 20_000, 25_000, 30_000, 40_000, 50_000, 75_000, 100_000]
const NONE = { label: '', links: [] }
const listPath = (filters: Record<string, string>) => `/vehicles?${new URLSearchParams(filters)}`

export type LandingParams = Partial<Record<'make' | 'model' | 'body' | 'fuel' | 'pounds', string>>

/** Null if there is no such page. */
export async function findLanding(rest: Rest, params: LandingParams, town: string): Promise<Landing | null> {
  const subject = await subjectOf(rest, params)
  if (!subject) return null
  const { noun, conditions, ...landing } = subject
  const [found, cars] = await Promise.all([findPage(rest, conditions, PAGE_SIZE), findCars(rest, conditions)])
  return {
    ...landing,
    plural: noun.many,
    text: describeStock(noun, cars, town),
    ...found,
    newest: found.total === 0 ? await findNewest(rest) : [],
  }
}

async function subjectOf(rest: Rest, { make, model, body, fuel, pounds }: LandingParams): Promise<Subject | null> {
  if (make !== undefined) return makeSubject(rest, make, model)
  if (body !== undefined) return bodySubject(body)
  if (fuel !== undefined) return fuelSubject(fuel)
  return priceSubject(Number(pounds))
}

async function makeSubject(rest: Rest, slug: string, modelSlug?: string): Promise<Subject | null> {
  const options = await findFilterOptions(rest)
  const isThisMake = (name: string) => makeSlug(name) === slug
  const make = options.makes.find(({ name }) => isThisMake(name))?.name ?? (await findKnownMake(rest, isThisMake))
  if (make === undefined || slug === '') return null
  const models = modelsOf(options, make)
  if (modelSlug === undefined) {
    return {
      noun: { one: make, many: `${make} cars` },
      conditions: { make: [make] },
      path: makePath(make),
      trail: [[make, makePath(make)]],
      listPath: listPath({ make }),
      within: { label: `${make} models`, links: models.map(([model, n]) => [model, modelPath(make, model), n]) },
      others: {
        label: 'Other makes',
        links: options.makes
          .filter(({ name, vehicles }) => vehicles > 0 && name !== make && hasMakePage(name))
          .map(({ name, vehicles }) => [name, makePath(name), vehicles]),
      },
    }
  }
  // A model is known only while one is in stock.
  const model = models.find(([name]) => makeSlug(name) === modelSlug)?.[0]
  if (model === undefined || modelSlug === '') return null
  const path = modelPath(make, model)
  return {
    noun: { one: `${make} ${model}`, many: `${make} ${model} cars` },
    conditions: { make: [make], model: [model] },
    path,
    trail: [
      [make, makePath(make)],
      [model, path],
    ],
    listPath: listPath({ make, model }),
    within: NONE,
    others: {
      label: `Other ${make} models`,
      links: models.filter(([name]) => name !== model).map(([name, n]) => [name, modelPath(make, name), n]),
    },
  }
}

const modelsOf = ({ models }: FilterOptions, make: string): (readonly [model: string, vehicles: number])[] =>
  models.model
    .map((model, at) => [model, models.vehicles[at] ?? 0] as const)
    .filter(([model], at) => models.make[at] === make && makeSlug(model) !== '')

/** Abbreviations stay as they are. */
const inText = (name: string) => (name === name.toUpperCase() ? name : name.toLowerCase())

function bodySubject(slug: string): Subject | null {
  const body = BODY_TYPES.find((name) => makeSlug(name) === slug)
  if (!body) return null
  const one = inText(body)
  return {
    noun: { one, many: `${one}s` },
    conditions: { body_type: [body] },
    path: bodyPath(body),
    trail: [[body, bodyPath(body)]],
    listPath: listPath({ body }),
    within: NONE,
    others: {
      label: 'Other body types',
      links: BODY_TYPES.filter((name) => name !== body).map((name) => [name, bodyPath(name)]),
    },
  }
}

function fuelSubject(slug: string): Subject | null {
  const fuel = FUEL_TYPES.find((name) => makeSlug(name) === slug)
  if (!fuel) return null
  return {
    noun: { one: `${inText(fuel)} car`, many: `${inText(fuel)} cars` },
    conditions: { fuel_type: [fuel] },
    path: fuelPath(fuel),
    trail: [[fuel, fuelPath(fuel)]],
    listPath: listPath({ fuel }),
    within: NONE,
    others: {
      label: 'Other fuels',
      links: FUEL_TYPES.filter((name) => name !== fuel).map((name) => [name, fuelPath(name)]),
    },
  }
}

const underName = (pounds: number) => `Under ${formatPrice(pounds)}`

function priceSubject(pounds: number): Subject | null {
  if (!PRICES.includes(pounds)) return null
  return {
    noun: { one: `car under ${formatPrice(pounds)}`, many: `cars under ${formatPrice(pounds)}` },
    conditions: { max_price: pounds },
    path: underPath(pounds),
    trail: [[underName(pounds), underPath(pounds)]],
    listPath: listPath({ maxPrice: String(pounds) }),
    within: NONE,
    others: {
      label: 'Other prices',
      links: PRICES.filter((price) => price !== pounds).map((price) => [underName(price), underPath(price)]),
    },
  }
}

async function findPage(rest: Rest, conditions: Conditions, limit: number): Promise<VehiclePage> {
  const { data, error } = await rest.rpc(
    'search_vehicles',
    { _search: JSON.stringify({ wanted: conditions }), _sort: 'best_match', _limit: limit },
    { get: true },
  )
  if (error) throw error
  const { vehicles, total } = data as unknown as FoundPage<ListedRow>
  return {
    vehicles: vehicles.map(toListed),
    total: Math.min(total, MAX_EXACT_TOTAL),
    ...(total > MAX_EXACT_TOTAL && { hasMore: true }),
  }
}

/** The most cars whose prices and years are read. */
const MAX_CARS = 1000

type Car = Pick<ListedVehicle, 'price' | 'year'>

/** The cars that are for sale, without sold cars that are still listed. */
async function findCars(rest: Rest, conditions: Conditions): Promise<Car[]> {
  let query = rest.from('listed_vehicles').select('price,year').eq('sold', false)
  for (const column of ['make', 'model', 'body_type', 'fuel_type'] as const) {
    const [value] = conditions[column] ?? []
    if (value !== undefined) query = query.eq(column, value)
  }
  if (conditions.max_price !== undefined) query = query.lte('price', conditions.max_price)
  const { data, error } = await query.limit(MAX_CARS)
  if (error) throw error
  return data
}

export function describeStock({ one, many }: Noun, cars: Car[], town: string): string {
  const [first] = cars
  if (!first) return `We have no ${many} in stock at the moment.`
  if (cars.length === MAX_CARS) return ''
  const where = `in stock${town && ` in ${town}`}`
  const prices = cars.flatMap(({ price }) => price ?? [])
  if (cars.length === 1)
    return `We have one ${one} ${where}: a ${first.year} car${prices.length > 0 ? ` at ${formatPrice(first.price)}` : ''}.`
  const years = rangeOf(cars.map(({ year }) => year))
  const range = (ends: readonly unknown[], same: string) =>
    ends[0] === ends[1] ? `${same} ${ends[0]}` : `from ${ends[0]} to ${ends[1]}`
  const priced = prices.length > 0 ? `, priced ${range(rangeOf(prices).map(formatPrice), 'at')}` : ''
  return `We have ${formatNumber(cars.length)} ${many} ${where}${priced}. They are ${range(years, 'all from')}.`
}

const rangeOf = (values: number[]) => [Math.min(...values), Math.max(...values)] as const

async function findKnownMake(rest: Rest, isThisMake: (make: string) => boolean): Promise<string | undefined> {
  const { data, error } = await rest.from('car_makes').select('name').order('name').limit(1000)
  if (error) throw error
  return data.find(({ name }) => isThisMake(name))?.name
}

/** The paths of all pages with at least one car. Makes without one have a page too. */
export async function findLandingPaths(rest: Rest): Promise<string[]> {
  const options = await findFilterOptions(rest)
  const subjects: [path: string, conditions: Conditions][] = [
    ...BODY_TYPES.map((body): [string, Conditions] => [bodyPath(body), { body_type: [body] }]),
    ...FUEL_TYPES.map((fuel): [string, Conditions] => [fuelPath(fuel), { fuel_type: [fuel] }]),
    ...PRICES.map((price): [string, Conditions] => [underPath(price), { max_price: price }]),
  ]
  const stocked = await Promise.all(
    subjects.map(async ([path, conditions]) => (await hasCars(rest, conditions)) && path),
  )
  const makes = options.makes.filter(({ name }) => hasMakePage(name))
  return [
    ...makes.map(({ name }) => makePath(name)),
    ...makes.flatMap(({ name }) => modelsOf(options, name).map(([model]) => modelPath(name, model))),
    ...stocked.filter((path) => path !== false),
  ]
}

async function hasCars(rest: Rest, conditions: Conditions): Promise<boolean> {
  const { total } = await findPage(rest, conditions, 0)
  return total > 0
}
