import type { PageSeo } from '#app/lib/seo.ts'
import { hasMakePage, makeListing, makePath } from './make-paths.ts'
import { filterKey, type ListingState, listingPath } from './vehicle-filters.ts'

/** Filters are part of the canonical URL; sorting and view are not. */
export function listingSeo(
  listing: ListingState,
  total: number,
  site: { companyName: string; inTown: string },
): PageSeo {
  const { filters, page } = listing
  const what = [filters.make, filters.model, fuelWord(filters.fuelType)].filter(Boolean).join(' ')
  const subject = what ? `Used ${what} cars` : 'Used and luxury cars'
  return {
    title: `${subject} for sale${site.inTown}${page > 1 ? `, page ${page}` : ''}`,
    description: `${subject} in stock at ${site.companyName}${site.inTown}. See the price, mileage and pictures of every vehicle.`,
    path: isMakePage(listing)
      ? makePath(filters.make)
      : listingPath({ ...listing, sort: 'created_at_desc', view: 'grid' }),
    // Not indexed, because anyone can link to any search, and an empty list is of no use in search results.
    noIndex: filters.searchTerm !== '' || total === 0,
  }
}

/** A list filtered by make alone shows the same vehicles as the make's page, which is the canonical one. */
const isMakePage = ({ filters, page }: ListingState) =>
  page === 1 && hasMakePage(filters.make) && filterKey(filters) === filterKey(makeListing(filters.make).filters)

const fuelWord = (fuelType: string) => fuelType.toLowerCase()
