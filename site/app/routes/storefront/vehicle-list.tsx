import { useEffect, useMemo } from 'react'
import { data, type MetaDescriptor, redirect, useLocation, useNavigation } from 'react-router'
import { Container } from '#app/components/ui/container.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { SaveHeart } from '#app/features/saved/save-button.tsx'
import { keptParams } from '#app/features/vehicles/filter-chips.server.ts'
import { loadListOptions } from '#app/features/vehicles/filter-options.server.ts'
import { Inventory } from '#app/features/vehicles/inventory.tsx'
import { listingSeo } from '#app/features/vehicles/listing-seo.server.ts'
import { createResultCache } from '#app/features/vehicles/result-cache.ts'
import {
  filterKey,
  listingPath,
  listingSearch,
  PAGE_SIZE,
  parseListing,
  resultKey,
} from '#app/features/vehicles/vehicle-filters.ts'
import type { FilterOptions } from '#app/features/vehicles/vehicle-queries.ts'
import { listVehicles, type SearchPage, searchVehicles } from '#app/features/vehicles/vehicle-search.server.ts'
import { rememberList } from '#app/lib/last-viewed.ts'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { breadcrumbs, type PageSeo, pageMeta, siteOf } from '#app/lib/seo.ts'
import { loadCompany } from '#app/platform/company/company-loader.server.ts'
import type { Route } from './+types/vehicle-list'

interface Listed extends SearchPage {
  options: FilterOptions
  hasFailed: boolean
  seo: PageSeo
  kept: [param: string, value: string][]
  /** Where visitors can ask for alerts about the search. */
  alertPath?: string
}

const NOTHING: Listed = {
  vehicles: [],
  total: 0,
  active: [],
  kept: [],
  nearest: [],
  options: { makes: [], models: { make: [], model: [], vehicles: [] } },
  hasFailed: true,
  seo: { title: 'Vehicle Inventory', description: '', noIndex: true },
}

/**
 * URLs with the same filters share one cached page, even if the filters are in a different order or other parameters
 * differ.
 */
export const handle: PageHandle = {
  ...(import.meta.env.SSR && { addressOf: (search: URLSearchParams) => listingSearch(parseListing(search)) }),
  scripts: 'late',
}

const listingOf = (request: Request) => parseListing(new URL(request.url).searchParams)

export async function loader({ request, context }: Route.LoaderArgs) {
  const listing = listingOf(request)
  const find = listing.filters.searchTerm ? searchVehicles : listVehicles
  const noteMissed = (search: object) => context.noteWanted?.([{ kind: 'search', search }])
  const read = Promise.all([
    find(context, listing, noteMissed),
    loadListOptions(context, listing.filters),
    loadCompany(context),
  ])
  const [found, options, site] = await read.catch((error: unknown) => {
    console.error('The vehicle list could not be read:', error)
    return [null, null, null] as const
  })
  if (!found) return data(NOTHING, { status: 503 })

  const lastPage = Math.max(1, Math.ceil(found.total / PAGE_SIZE))
  if (listing.page > lastPage) throw redirect(listingPath({ ...listing, page: lastPage }))
  // Made here rather than in the browser, to save scripts.
  const seo = listingSeo(listing, found.total, site)
  const alertPath = `/alerts/new?${filterKey(listing.filters)}`
  return data<Listed>({
    ...found,
    options,
    hasFailed: false,
    seo,
    kept: keptParams(listing),
    ...(context.alerts && { alertPath }),
  })
}

const cache = createResultCache<Listed>()

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs): Promise<Listed> {
  const listing = listingOf(request)
  const kept = cache.find(resultKey(listing), listing.page)
  if (kept) return kept
  try {
    const listed = await serverLoader()
    if (!listed.hasFailed) cache.keep(resultKey(listing), listing.page, listed)
    return listed
  } catch (error) {
    if (error instanceof Response) throw error
    console.error('The vehicle list could not be fetched:', error)
    return NOTHING
  }
}

export function meta({ matches, loaderData = NOTHING }: Route.MetaArgs): MetaDescriptor[] {
  return pageMeta(matches, {
    ...loaderData.seo,
    ...(import.meta.env.SSR && { jsonLd: breadcrumbs(siteOf(matches).siteUrl, [['Vehicles', '/vehicles']]) }),
  })
}

export default function VehicleListPage({ loaderData }: Route.ComponentProps) {
  const location = useLocation()
  const navigation = useNavigation()
  const listing = useMemo(() => parseListing(new URLSearchParams(location.search)), [location.search])
  const search = listingSearch(listing)

  useEffect(() => rememberList(search, location.key), [search, location.key])
  // The server-rendered page belongs in the result cache too.
  useEffect(() => {
    const [group, page] = [resultKey(listing), listing.page]
    if (!loaderData.hasFailed && !cache.find(group, page)) cache.keep(group, page, loaderData)
  }, [loaderData, listing])
  useEffect(() => {
    if (loaderData.hasFailed) toast.error('Failed to fetch vehicles')
  }, [loaderData])

  return (
    <Container className="pb-20 md:pb-28">
      <Inventory
        listing={listing}
        {...loaderData}
        isLoading={navigation.location?.pathname === location.pathname}
        cornerFor={(vehicle) => <SaveHeart vehicle={vehicle} />}
      />
    </Container>
  )
}
