// Every make in stock has a page with a readable URL, because visitors search for makes.
import { type ListingState, parseListing } from './vehicle-filters.ts'

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
