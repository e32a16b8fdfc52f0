import { useCallback } from 'react'
import { type MetaDescriptor, useLocation, useSearchParams } from 'react-router'
import { ButtonLink } from '#app/components/ui/button.tsx'
import { Container } from '#app/components/ui/container.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { PageHeading } from '#app/components/ui/section.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { returnTo } from '#app/features/account/return-address.ts'
import { AlertLink } from '#app/features/alerts/alert-link.tsx'
import { RemoveButton } from '#app/features/saved/remove-button.tsx'
import { ChangeNote, NoSavedVehicles, useRefreshed } from '#app/features/saved/saved-vehicles.tsx'
import { comparePath, MAX_COMPARED } from '#app/features/vehicles/compare/compare-address.ts'
import { ViewToggle } from '#app/features/vehicles/listing-toolbar.tsx'
import { RecentlyViewed } from '#app/features/vehicles/recently-viewed/recently-viewed.tsx'
import { VehicleGrid } from '#app/features/vehicles/vehicle-grid.tsx'
import { browserRest } from '#app/lib/backend.ts'
import { pageMeta } from '#app/lib/seo.ts'
import type { Vehicle } from '#app/lib/vehicle.ts'
import { findVehiclesById } from '#app/lib/whole-vehicles.ts'
import { useSavedVehicles } from '#app/platform/saved/use-saved.ts'
import { useSession } from '#app/platform/session/session.tsx'
import type { Route } from './+types/saved-vehicles'

export function meta({ matches }: Route.MetaArgs): MetaDescriptor[] {
  return pageMeta(matches, {
    title: 'Saved Vehicles - Your collection of favourite vehicles',
    description: 'The vehicles you’ve saved.',
    path: '/saved-vehicles',
    noIndex: true,
  })
}

export default function SavedVehiclesPage() {
  const saved = useSavedVehicles()
  const { status } = useSession()
  return (
    <Container className="pb-20 md:pb-28">
      <PageHeading title="Saved Vehicles" intro="Your collection of favourite vehicles" />
      <noscript>
        <p className="pb-10 text-quiet">
          Your browser needs JavaScript to show the vehicles you’ve saved. Please switch it on.
        </p>
      </noscript>
      {saved === undefined && <SavedSkeleton />}
      {saved?.length === 0 && <NoSavedVehicles isSignedIn={status === 'signed-in'} />}
      {saved && saved.length > 0 && <SavedGrid saved={saved} />}
      <RecentlyViewed />
    </Container>
  )
}

function SavedGrid({ saved }: { saved: Vehicle[] }) {
  const entries = useRefreshed(
    saved,
    useCallback((ids) => findVehiclesById(browserRest(), ids), []),
  )
  const [params] = useSearchParams()
  const view = params.get('view') === 'list' ? 'list' : 'grid'
  const changes = new Map(entries.map(({ vehicle, change }) => [vehicle.id, change]))
  return (
    <>
      <div className="mb-8 flex items-center justify-between gap-4">
        <div className="grid gap-1 text-quiet">
          <p className="tabular">
            {saved.length} {saved.length === 1 ? 'vehicle' : 'vehicles'}
          </p>
          <WhereSaved />
        </div>
        <div className="flex items-center gap-2">
          {saved.length > 1 && (
            <ButtonLink variant="quiet" to={comparePath(saved.slice(-MAX_COMPARED).map(({ id }) => id))}>
              Compare
            </ButtonLink>
          )}
          <ViewToggle view={view} pathFor={(other) => `/saved-vehicles${other === 'list' ? '?view=list' : ''}`} />
        </div>
      </div>
      <VehicleGrid
        vehicles={entries.map(({ vehicle }) => vehicle)}
        view={view}
        noteFor={({ id, title }) => {
          const change = changes.get(id) ?? { kind: 'none' }
          return (
            <>
              <ChangeNote change={change} />
              {change.kind !== 'gone' && <AlertLink vehicleId={id} title={title} />}
            </>
          )
        }}
        cornerFor={(vehicle) => <RemoveButton vehicle={vehicle} />}
      />
    </>
  )
}

function WhereSaved() {
  const { status } = useSession()
  const location = useLocation()
  if (status === 'loading') return <p className="text-sm">&nbsp;</p>
  if (status === 'signed-in') return <p className="text-sm">Saved to your account, on all your devices.</p>
  return (
    <p className="text-sm">
      Saved on this device.{' '}
      <TextLink to="/auth" state={returnTo(location)}>
        Log in
      </TextLink>{' '}
      to see them on all your devices.
    </p>
  )
}

function SavedSkeleton() {
  return (
    <div className="grid gap-x-6 gap-y-14 sm:grid-cols-2 lg:grid-cols-3 needs-script">
      {[1, 2, 3].map((place) => (
        <div key={place} className="grid gap-4">
          <Skeleton className="aspect-[3/2]" />
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="h-4 w-full" />
        </div>
      ))}
    </div>
  )
}
