import { lazy, Suspense, useEffect } from 'react'
import {
  data,
  isRouteErrorResponse,
  type MetaDescriptor,
  type ShouldRevalidateFunctionArgs,
  useLocation,
} from 'react-router'
import { sentOf } from '#app/features/leads/sent-lead.ts'
import { SaveHeart } from '#app/features/saved/save-button.tsx'
import { SaveToggle } from '#app/features/saved/save-toggle.tsx'
import { VehicleDetail } from '#app/features/vehicles/vehicle-detail.tsx'
import { readVehicleWithFacts } from '#app/features/vehicles/vehicle-loader.ts'
import { VehicleNotFound } from '#app/features/vehicles/vehicle-not-found.tsx'
import { findNewest, findSimilar } from '#app/features/vehicles/vehicle-queries.ts'
import { VEHICLE_NOT_FOUND_SEO, vehicleSeo } from '#app/features/vehicles/vehicle-seo.ts'
import { restFor } from '#app/lib/backend.ts'
import { hasConsent } from '#app/lib/consent.ts'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { pageMeta, siteOf } from '#app/lib/seo.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import type { ListedVehicle, Vehicle } from '#app/lib/vehicle.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import type { Route } from './+types/vehicle-detail'

export async function loader({ params, context }: Route.LoaderArgs) {
  const rest = restFor(context)
  const found = await readVehicleWithFacts(context, params.id)
  // A visitor with an old link still sees other cars.
  if (!found) throw data({ others: await findNewest(rest).catch(() => []) }, { status: 404 })
  const similar = await findSimilar(rest, found.vehicle).catch(() => [])
  return { ...found, similar, hasAlerts: context.alerts !== null }
}

/** Opening the pictures pushes a history entry, but it is the same page. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.href !== nextUrl.href && defaultShouldRevalidate

export function meta({ matches, loaderData }: Route.MetaArgs): MetaDescriptor[] {
  return pageMeta(matches, loaderData ? vehicleSeo(loaderData, siteOf(matches)) : VEHICLE_NOT_FOUND_SEO)
}

const SentNotice = lazy(() => import('#app/features/leads/sent-notice.tsx'))

export const handle: PageHandle = { scripts: 'late' }

export default function VehicleDetailPage({ loaderData }: Route.ComponentProps) {
  const { vehicle, similar, facts, media, stockNumber, hasAlerts } = loaderData
  const company = useCompany()
  useEffect(() => rememberViewed(vehicle.id), [vehicle.id])
  return (
    <VehicleDetail
      vehicle={vehicle}
      similar={similar}
      facts={facts}
      media={media}
      stockNumber={stockNumber}
      dealer={{ ...company, hasAlerts }}
      notice={<Sent vehicle={vehicle} />}
      save={<SaveToggle vehicle={vehicle} />}
      cornerFor={(other) => <SaveHeart vehicle={other} />}
    />
  )
}

/** The list loads on demand, because most visitors have not been asked, or have declined. */
function rememberViewed(id: string) {
  if (!hasConsent()) return
  import('#app/features/vehicles/recently-viewed/viewed-list.ts').then(
    ({ addViewed }) => addViewed(id),
    () => {},
  )
}

/** The history entry is known only in the browser. */
function Sent({ vehicle }: { vehicle: Vehicle }) {
  const sent = sentOf(useLocation().state)
  return useHydrated() && sent ? (
    <Suspense>
      <SentNotice sent={sent} vehicleTitle={vehicle.title} />
    </Suspense>
  ) : null
}

/**
 * A missing vehicle, a malformed id and a failed read show the same screen, because the visitor's next step is the
 * same.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { others = [] } = ((isRouteErrorResponse(error) && error.data) || {}) as { others?: ListedVehicle[] }
  return <VehicleNotFound others={others} cornerFor={(other) => <SaveHeart vehicle={other} />} />
}
