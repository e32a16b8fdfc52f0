// The vehicles on a make's page.
import type { Rest } from '#app/lib/backend.ts'
import { formatNumber, formatPrice } from '#app/lib/money.ts'
import type { ListedVehicle } from '#app/lib/vehicle.ts'
import { hasMakePage, makeListing, makeSlug } from './make-paths.ts'
import { type FilterOptions, findFilterOptions, findNewest, findVehicles, type VehiclePage } from './vehicle-queries.ts'

export interface MakeStock extends VehiclePage {
  make: string
  /** What is known about the cars in stock. */
  text: string
  models: { model: string; vehicles: number }[]
  /** In stock. */
  otherMakes: { name: string; vehicles: number }[]
  /** Cars of other makes, if there are none of this one. */
  newest: ListedVehicle[]
}

/** Null for an unknown make. A known make that is sold out has an empty list. */
export async function findMake(rest: Rest, slug: string, town: string): Promise<MakeStock | null> {
  const options = await findFilterOptions(rest)
  const isThisMake = (make: string) => makeSlug(make) === slug
  const inStock = options.makes.find(({ name }) => isThisMake(name))?.name
  const make = inStock ?? (await findKnownMake(rest, isThisMake))
  if (make === undefined || slug === '') return null
  const [found, cars] = await Promise.all([findVehicles(rest, makeListing(make)), findCars(rest, make)])
  return {
    make,
    text: describeStock(make, cars, town),
    models: modelsOf(options, make),
    otherMakes: options.makes.filter(({ name, vehicles }) => vehicles > 0 && name !== make && hasMakePage(name)),
    ...found,
    newest: found.total === 0 ? await findNewest(rest) : [],
  }
}

/** The most cars whose prices and years are read. No dealer has more of one make. */
const MAX_CARS = 1000

type Car = Pick<ListedVehicle, 'price' | 'year'>

/** The cars that are for sale, without sold cars that are still listed. */
async function findCars(rest: Rest, make: string): Promise<Car[]> {
  const { data, error } = await rest
    .from('listed_vehicles')
    .select('price,year')
    .eq('make', make)
    .eq('sold', false)
    .limit(MAX_CARS)
  if (error) throw error
  return data
}

export function describeStock(make: string, cars: Car[], town: string): string {
  const [first] = cars
  if (!first) return `We have no ${make} cars in stock at the moment.`
  if (cars.length === MAX_CARS) return ''
  const where = `in stock${town && ` in ${town}`}`
  const prices = cars.flatMap(({ price }) => price ?? [])
  if (cars.length === 1)
    return `We have one ${make} ${where}: a ${first.year} car${prices.length > 0 ? ` at ${formatPrice(first.price)}` : ''}.`
  const years = rangeOf(cars.map(({ year }) => year))
  const range = (ends: readonly unknown[], one: string) =>
    ends[0] === ends[1] ? `${one} ${ends[0]}` : `from ${ends[0]} to ${ends[1]}`
  const priced = prices.length > 0 ? `, priced ${range(rangeOf(prices).map(formatPrice), 'at')}` : ''
  return `We have ${formatNumber(cars.length)} ${make} cars ${where}${priced}. They are ${range(years, 'all from')}.`
}

const rangeOf = (values: number[]) => [Math.min(...values), Math.max(...values)] as const

const modelsOf = ({ models }: FilterOptions, make: string): MakeStock['models'] =>
  models.model
    .map((model, at) => ({ model, vehicles: models.vehicles[at] ?? 0 }))
    .filter((_, at) => models.make[at] === make)

async function findKnownMake(rest: Rest, isThisMake: (make: string) => boolean): Promise<string | undefined> {
  const { data, error } = await rest.from('car_makes').select('name').order('name').limit(1000)
  if (error) throw error
  return data.find(({ name }) => isThisMake(name))?.name
}
