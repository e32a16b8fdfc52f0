import { data } from 'react-router'
import { LeadPage } from '#app/features/leads/lead-page.tsx'
import { TestDriveForm } from '#app/features/leads/test-drive/test-drive-form.tsx'
import { VehicleNotFound } from '#app/features/vehicles/vehicle-not-found.tsx'
import { findVehicle } from '#app/features/vehicles/vehicle-queries.ts'
import { restFor } from '#app/lib/backend.ts'
import { pageMeta } from '#app/lib/seo.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import type { Route } from './+types/test-drive'

export async function loader({ params, context }: Route.LoaderArgs) {
  const vehicle = await findVehicle(restFor(context), params.id).catch((error: unknown) => {
    console.error('The vehicle could not be read:', error)
    throw data(null, { status: 503 })
  })
  if (!vehicle) throw data(null, { status: 404 })
  return { vehicle }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const vehicle = loaderData?.vehicle
  if (!vehicle)
    return pageMeta(matches, {
      title: 'Vehicle Not Found',
      description: 'This vehicle is not in our list.',
      noIndex: true,
    })
  // The vehicle's own page is the one to be found.
  return pageMeta(matches, {
    title: `Book a Test Drive: ${vehicle.title}`,
    description: `Choose a day and a time to drive the ${vehicle.title}.`,
    noIndex: true,
  })
}

export default function TestDrivePage({ loaderData: { vehicle } }: Route.ComponentProps) {
  const { openingHours } = useCompany()
  return (
    <LeadPage
      vehicle={vehicle}
      overline="Test drive"
      title="Book a Test Drive"
      intro="Choose a day and a time. The vehicle will be ready when you arrive."
    >
      <TestDriveForm vehicle={vehicle} openingHours={openingHours} />
    </LeadPage>
  )
}

/** Missing, malformed or out of reach: the visitor's next step is the same. */
export function ErrorBoundary() {
  return <VehicleNotFound />
}
