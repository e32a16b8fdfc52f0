import type { PageSeo } from '#app/lib/seo.ts'
import type { LoadedCompany } from '#app/platform/company/company-loader.server.ts'
import { hasMakePage, makeListing, makePath } from './make-paths.ts'
import { filterKey, type ListingState, listingPath } from './vehicle-filters.ts'

/** Filters are part of the canonical URL; sorting and view are not. */
export function listingSeo(listing: ListingState, total: number, { company, town }: LoadedCompany): PageSeo {
  const { filters, page } = listing
  const inTown = town && ` in ${town}`
  const what = [filters.makes.join(' and '), filters.model, fuelWord(filters.fuelType)].filter(Boolean).join(' ')
  const subject = what ? `Used ${what} cars` : 'Used and luxury cars'
  return {
    title: `${subject} for sale${inTown}${page > 1 ? `, page ${page}` : ''}`,
    description: `${subject} in stock at ${company.companyName}${inTown}. See the price, mileage and pictures of every vehicle.`,
    path: isMakePage(listing)
      ? makePath(String(filters.makes))
      : listingPath({ ...listing, sort: 'created_at_desc', view: 'grid' }),
    // Not indexed, because anyone can link to any search or combination, and an empty list is of no use in search results.
    noIndex:
      filters.searchTerm !== '' ||
      total === 0 ||
      COMBINABLE.some((field) => filters[field].length > 0) ||
      filters.makes.length > 1,
  }
}

/** Any of these filters can be combined with any other, which would be too many pages. */
const COMBINABLE = ['bodyTypes', 'colours', 'doors', 'seats', 'hybridTypes', 'ulez'] as const

/** A list filtered by make alone shows the same vehicles as the make's page, which is the canonical one. */
const isMakePage = ({ filters, page }: ListingState) => {
  const [make = ''] = filters.makes
  return page === 1 && hasMakePage(make) && filterKey(filters) === filterKey(makeListing(make).filters)
}

const fuelWord = (fuelType: string) => fuelType.toLowerCase()
