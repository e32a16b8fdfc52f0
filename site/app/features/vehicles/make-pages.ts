// A page for every make in stock: what people search for has an address that can be read and said.
import type { Rest } from '#app/lib/backend.ts'
import { type ListingState, parseListing } from './vehicle-filters.ts'
import { findFilterOptions, findVehicles, type VehiclePage } from './vehicle-queries.ts'

const ACCENTS = /\p{M}/gu

/** Mercedes-Benz is mercedes-benz, Citroën citroen. */
export const makeSlug = (make: string): string =>
  make
    .normalize('NFD')
    .replaceAll(ACCENTS, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

export const makePath = (make: string): string => `/vehicles/make/${makeSlug(make)}`

/** A make written in signs alone has no address of this kind. */
export const hasMakePage = (make: string): boolean => makeSlug(make) !== ''

export const makeListing = (make: string): ListingState => parseListing(new URLSearchParams({ make }))

export interface MakeStock extends VehiclePage {
  make: string
  models: { model: string; vehicles: number }[]
  otherMakes: { name: string; vehicles: number }[]
}

/** Null for a make that the dealer does not know. One that is known and sold out has no vehicles. */
export async function findMake(rest: Rest, slug: string): Promise<MakeStock | null> {
  const options = await findFilterOptions(rest)
  const isMeant = (make: string) => makeSlug(make) === slug
  const inStock = options.makes.find(({ name }) => isMeant(name))?.name
  const make = inStock ?? (await findKnownMake(rest, isMeant))
  if (make === undefined || slug === '') return null
  return {
    make,
    models: options.models.filter((each) => each.make === make).map(({ model, vehicles }) => ({ model, vehicles })),
    otherMakes: options.makes.filter(({ name }) => name !== make && hasMakePage(name)),
    ...(inStock ? await findVehicles(rest, makeListing(make)) : { vehicles: [], total: 0 }),
  }
}

async function findKnownMake(rest: Rest, isMeant: (make: string) => boolean): Promise<string | undefined> {
  const { data, error } = await rest.from('car_makes').select('name').order('name').limit(1000)
  if (error) throw error
  return data.find(({ name }) => isMeant(name))?.name
}
