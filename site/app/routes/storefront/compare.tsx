import { useEffect } from 'react'
import { type MetaDescriptor, redirect, useNavigate, useSearchParams } from 'react-router'
import { toast } from '#app/components/ui/toast.tsx'
import { compareSearch, MAX_COMPARED, readCompare } from '#app/features/vehicles/compare/compare-address.ts'
import { CompareScreen } from '#app/features/vehicles/compare/compare-screen.tsx'
import { continueComparison, readCompared, storeCompared } from '#app/features/vehicles/compare/compared-list.ts'
import { compareVehicles } from '#app/features/vehicles/compare/comparison.server.ts'
import { readVehiclesWithFacts } from '#app/features/vehicles/vehicle-loader.ts'
import { findNewest, findSimilar } from '#app/features/vehicles/vehicle-queries.ts'
import { restFor } from '#app/lib/backend.ts'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { pageMeta } from '#app/lib/seo.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import type { Route } from './+types/compare'

export const handle: PageHandle = { addressOf: (search) => compareSearch(readCompare(search)) }

/** Every comparison is opened here. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const asked = readCompare(new URL(request.url).searchParams)
  const found = await readVehiclesWithFacts(context, asked.ids)
  const cars = found.map(({ vehicle }) => vehicle)
  const [first] = cars
  if (cars.length > 1)
    context.noteWanted?.(
      cars.map(({ make, model }) => ({ kind: 'compare', search: { wanted: { make: [make], model: [model] } } })),
    )
  const rest = restFor(context)
  const others =
    cars.length === MAX_COMPARED ? [] : await (first ? findSimilar(rest, first) : findNewest(rest)).catch(() => [])
  return {
    address: { ...asked, ids: cars.map(({ id }) => id) },
    cars: cars.map(({ id, title, image, placeholder, price, wasPrice, sold, isReserved, featured }) => ({
      id,
      title,
      image,
      placeholder,
      price,
      wasPrice,
      sold,
      isReserved,
      featured,
    })),
    groups: compareVehicles(found),
    missing: asked.ids.length - cars.length,
    others,
  }
}

/** The comparison that this device continues with, if it is another one than the URL's. */
function continued(search: URLSearchParams): string | null {
  const next = continueComparison(search, readCompared())
  if (next?.isFull) toast.info('You can compare three cars at a time, so the first one was left out.')
  return next?.path ?? null
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const path = continued(new URL(request.url).searchParams)
  if (path) throw redirect(path)
  return serverLoader()
}

export function meta({ matches, loaderData }: Route.MetaArgs): MetaDescriptor[] {
  const titles = loaderData?.cars.map(({ title }) => title) ?? []
  return pageMeta(matches, {
    title: titles.length > 1 ? `Compare ${titles.join(', ')}` : 'Compare cars',
    description: 'Cars from our stock, side by side.',
    // There are too many combinations to be of use in search results.
    noIndex: true,
  })
}

export default function ComparePage({ loaderData }: Route.ComponentProps) {
  const company = useCompany()
  useOwnComparison(loaderData.address.ids)
  return <CompareScreen {...loaderData} dealer={company} />
}

/** When the page is loaded from the server, it does not know the device's comparison yet. */
function useOwnComparison(ids: string[]) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const shown = ids.join()
  useEffect(() => {
    const path = continued(search)
    if (path) void navigate(path, { replace: true })
    else storeCompared(shown.split(',').filter(Boolean))
  }, [search, navigate, shown])
}
