import { countOptions } from '#app/features/vehicles/option-counts.server.ts'
import { filterKey, parseListing } from '#app/features/vehicles/vehicle-filters.ts'
import type { PageHandle } from '#app/lib/page-handle.ts'
import type { Route } from './+types/vehicle-options'

const filtersOf = (search: URLSearchParams) => parseListing(search).filters

export const handle: PageHandle = { addressOf: (search) => filterKey(filtersOf(search)) }

/** The options of the filters, with the number of vehicles of each. The filter panel reads them when it is used. */
export async function loader({ request, context }: Route.LoaderArgs) {
  try {
    return Response.json(await countOptions(context, filtersOf(new URL(request.url).searchParams)))
  } catch (error) {
    console.error('The filter options could not be counted:', error)
    return new Response('Service Unavailable', { status: 503 })
  }
}
