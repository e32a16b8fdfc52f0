import { listingSearch, parseListing } from '#app/features/vehicles/vehicle-filters.ts'
import { countVehicles } from '#app/features/vehicles/vehicle-queries.ts'
import { searchVehicles } from '#app/features/vehicles/vehicle-search.server.ts'
import { restFor } from '#app/lib/backend.ts'
import type { PageHandle } from '#app/lib/page-handle.ts'
import type { Route } from './+types/vehicle-count'

const listingOf = (search: URLSearchParams) => ({ ...parseListing(search), sort: 'created_at_desc', page: 1 }) as const

export const handle: PageHandle = { addressOf: (search) => listingSearch(listingOf(search)) }

/** How many vehicles the filters find. The filter sheet shows it on its button. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const listing = listingOf(new URL(request.url).searchParams)
  try {
    if (!listing.filters.searchTerm)
      return Response.json({ total: await countVehicles(restFor(context), listing.filters) })
    const { total, hasMore } = await searchVehicles(context, listing)
    return Response.json({ total, hasMore })
  } catch (error) {
    console.error('The vehicles could not be counted:', error)
    return new Response('Service Unavailable', { status: 503 })
  }
}
