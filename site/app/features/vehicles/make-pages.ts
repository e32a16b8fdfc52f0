// Every make in stock has a page with a readable URL, because visitors search for makes.
import type { Rest } from '#app/lib/backend.ts'
import { type ListingState, parseListing } from './vehicle-filters.ts'
import { type FilterOptions, findFilterOptions, findVehicles, type VehiclePage } from './vehicle-queries.ts'

const ACCENTS = /\p{M}/gu

/** Mercedes-Benz becomes mercedes-benz, Citroën becomes citroen. */
export const makeSlug = (make: string): string =>
  make
    .normalize('NFD')
    .replaceAll(ACCENTS, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

export const makePath = (make: string): string => `/vehicles/make/${makeSlug(make)}`

/** False for a make without letters or digits. */
export const hasMakePage = (make: string): boolean => makeSlug(make) !== ''

export const makeListing = (make: string): ListingState => parseListing(new URLSearchParams({ make }))

export interface MakeStock extends VehiclePage {
  make: string
  models: { model: string; vehicles: number }[]
  otherMakes: { name: string; vehicles: number }[]
}

/** Null for an unknown make. A known make that is sold out has an empty list. */
export async function findMake(rest: Rest, slug: string): Promise<MakeStock | null> {
  const options = await findFilterOptions(rest)
  const isThisMake = (make: string) => makeSlug(make) === slug
  const inStock = options.makes.find(({ name }) => isThisMake(name))?.name
  const make = inStock ?? (await findKnownMake(rest, isThisMake))
  if (make === undefined || slug === '') return null
  return {
    make,
    models: modelsOf(options, make),
    otherMakes: options.makes.filter(({ name }) => name !== make && hasMakePage(name)),
    ...(inStock ? await findVehicles(rest, makeListing(make)) : { vehicles: [], total: 0 }),
  }
}

const modelsOf = ({ models }: FilterOptions, make: string): MakeStock['models'] =>
  models.model
    .map((model, at) => ({ model, vehicles: models.vehicles[at] ?? 0 }))
    .filter((_, at) => models.make[at] === make)

async function findKnownMake(rest: Rest, isThisMake: (make: string) => boolean): Promise<string | undefined> {
  const { data, error } = await rest.from('car_makes').select('name').order('name').limit(1000)
  if (error) throw error
  return data.find(({ name }) => isThisMake(name))?.name
}
