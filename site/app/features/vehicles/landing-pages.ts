// Pages for what visitors type into search engines: a make, a model, a body type, a fuel or a price.
import type { Rest } from '#app/lib/backend.ts'
import { londonDate } from '#app/lib/dates.ts'
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
  const [found, cars] = await Promise.all([findPage(rest, conditions), findCars(rest, conditions)])
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
  if (body !== undefined) return bodySubject(rest, body)
  if (fuel !== undefined) return fuelSubject(rest, fuel)
  return priceSubject(rest, Number(pounds))
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

async function bodySubject(rest: Rest, slug: string): Promise<Subject | null> {
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
      links: (await findBodies(rest)).filter((name) => name !== body).map((name) => [name, bodyPath(name)]),
    },
  }
}

async function fuelSubject(rest: Rest, slug: string): Promise<Subject | null> {
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
      label: 'Other fuel types',
      links: (await findFuels(rest)).filter((name) => name !== fuel).map((name) => [name, fuelPath(name)]),
    },
  }
}

const underName = (pounds: number) => `Under ${formatPrice(pounds)}`

async function priceSubject(rest: Rest, pounds: number): Promise<Subject | null> {
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
      links: (await findPrices(rest))
        .filter((price) => price !== pounds)
        .map((price) => [underName(price), underPath(price)]),
    },
  }
}

async function findPage(rest: Rest, conditions: Conditions): Promise<VehiclePage> {
  const { data, error } = await rest.rpc(
    'search_vehicles',
    { _search: JSON.stringify({ wanted: conditions }), _sort: 'best_match', _limit: PAGE_SIZE },
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
    return `We have one ${one} ${where}: a ${first.year} model${prices.length > 0 ? ` at ${formatPrice(first.price)}` : ''}.`
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

const findBodies = (rest: Rest) => findStocked(rest, 'body_type', BODY_TYPES)
const findFuels = (rest: Rest) => findStocked(rest, 'fuel_type', FUEL_TYPES)

/** The values with at least one car. */
async function findStocked<Value extends string>(
  rest: Rest,
  column: 'body_type' | 'fuel_type',
  values: readonly Value[],
): Promise<Value[]> {
  const found = await Promise.all(
    values.map((value) =>
      rest.from('listed_vehicles').select('id').eq(column, value).gte('listed_until', londonDate()).limit(1),
    ),
  )
  return values.filter((_, at) => {
    const { data, error } = found[at] ?? { data: null, error: null }
    if (error) throw error
    return data?.length === 1
  })
}

/** The prices with at least one car below them. */
async function findPrices(rest: Rest): Promise<number[]> {
  const { data, error } = await rest
    .from('listed_vehicles')
    .select('price')
    .not('price', 'is', null)
    .gte('listed_until', londonDate())
    .order('price')
    .limit(1)
  if (error) throw error
  const cheapest = data[0]?.price
  return PRICES.filter((price) => cheapest != null && cheapest <= price)
}

/** The paths of all pages with at least one car. */
export async function findLandingPaths(rest: Rest): Promise<string[]> {
  const [options, bodies, fuels, prices] = await Promise.all([
    findFilterOptions(rest),
    findBodies(rest),
    findFuels(rest),
    findPrices(rest),
  ])
  const makes = options.makes.filter(({ name, vehicles }) => vehicles > 0 && hasMakePage(name))
  return [
    ...makes.map(({ name }) => makePath(name)),
    ...makes.flatMap(({ name }) => modelsOf(options, name).map(([model]) => modelPath(name, model))),
    ...bodies.map(bodyPath),
    ...fuels.map(fuelPath),
    ...prices.map(underPath),
  ]
}
