import type { PageSeo } from '#app/lib/seo.ts'
import { hasMakePage, makeListing, makePath } from './make-pages.ts'
import { filterKey, type ListingState, listingPath } from './vehicle-filters.ts'

/** A filtered list has an address of its own; how it is sorted or laid out does not make it another page. */
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
    description: `${subject} in stock at ${site.companyName}${site.inTown}: prices, mileages and photographs of every vehicle.`,
    path: isMakePage(listing)
      ? makePath(filters.make)
      : listingPath({ ...listing, sort: 'created_at_desc', view: 'grid' }),
    // Anyone can make an address of words; and an empty list helps nobody who comes from a search engine.
    noIndex: filters.searchTerm !== '' || total === 0,
  }
}

/** The same vehicles as the page of that make, which is the one to find. */
const isMakePage = ({ filters, page }: ListingState) =>
  page === 1 && hasMakePage(filters.make) && filterKey(filters) === filterKey(makeListing(filters.make).filters)

const fuelWord = (fuelType: string) => fuelType.toLowerCase()
