import { data, type MetaDescriptor, useLocation } from 'react-router'
import { loadFilterOptions } from '#app/features/vehicles/filter-options.server.ts'
import { FiltersScreen } from '#app/features/vehicles/filters-screen.tsx'
import { countOptions } from '#app/features/vehicles/option-counts.server.ts'
import { listingSearch, parseListing } from '#app/features/vehicles/vehicle-filters.ts'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { pageMeta } from '#app/lib/seo.ts'
import type { Route } from './+types/vehicle-filters'

const listingOf = (search: URLSearchParams) => ({ ...parseListing(search), page: 1 })

export const handle: PageHandle = { addressOf: (search) => listingSearch(listingOf(search)), scripts: 'late' }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { filters } = listingOf(new URL(request.url).searchParams)
  try {
    const [options, counts] = await Promise.all([loadFilterOptions(context), countOptions(context, filters)])
    return { options, counts }
  } catch (error) {
    console.error('The filters could not be read:', error)
    throw data(null, { status: 503 })
  }
}

export function meta({ matches }: Route.MetaArgs): MetaDescriptor[] {
  return pageMeta(matches, { title: 'Filters', description: '', noIndex: true })
}

export default function VehicleFiltersPage({ loaderData }: Route.ComponentProps) {
  const { search } = useLocation()
  return <FiltersScreen key={search} listing={listingOf(new URLSearchParams(search))} {...loaderData} />
}
