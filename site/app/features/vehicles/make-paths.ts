// Every make in stock has a page with a readable URL, because visitors search for makes.
import { toSlug } from '#app/lib/slug.ts'
import { type ListingState, parseListing } from './vehicle-filters.ts'

export const makeSlug = toSlug

export const makePath = (make: string): string => `/vehicles/make/${makeSlug(make)}`
export const modelPath = (make: string, model: string): string => `${makePath(make)}/${makeSlug(model)}`
export const bodyPath = (body: string): string => `/vehicles/body/${makeSlug(body)}`
export const fuelPath = (fuel: string): string => `/vehicles/fuel/${makeSlug(fuel)}`
export const underPath = (pounds: number): string => `/vehicles/under/${pounds}`

/** False for a make without letters or digits. */
export const hasMakePage = (make: string): boolean => makeSlug(make) !== ''

export const makeListing = (make: string): ListingState => parseListing(new URLSearchParams({ make }))
