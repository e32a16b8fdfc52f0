import { loadSearchStock } from '#app/features/vehicles/search-stock.server.ts'
import type { PageHandle } from '#app/lib/page-handle.ts'
import type { Route } from './+types/vehicle-suggest'

const MAX_LENGTH = 40
const SECONDS = 60

const typedIn = (search: URLSearchParams) => (search.get('q') ?? '').trim().toLowerCase().slice(0, MAX_LENGTH)

export const handle: PageHandle = { addressOf: (search) => new URLSearchParams({ q: typedIn(search) }).toString() }

/** Makes, models and cars in stock whose names match what was typed (platform/search-suggestions.ts). */
export async function loader({ request, context }: Route.LoaderArgs) {
  try {
    const { suggest } = await loadSearchStock(context)
    const suggestions = suggest(typedIn(new URL(request.url).searchParams))
    return Response.json(suggestions, { headers: { 'cache-control': `public, max-age=${SECONDS}` } })
  } catch (error) {
    console.error('The suggestions could not be read:', error)
    return new Response('Service Unavailable', { status: 503 })
  }
}
