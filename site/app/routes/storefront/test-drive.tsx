import { LeadPage } from '#app/features/leads/lead-page.tsx'
import { TestDriveForm } from '#app/features/leads/test-drive/test-drive-form.tsx'
import { requireVehicle } from '#app/features/vehicles/vehicle-loader.ts'
import { VehicleNotFound } from '#app/features/vehicles/vehicle-not-found.tsx'
import { VEHICLE_NOT_FOUND_SEO } from '#app/features/vehicles/vehicle-seo.ts'
import { pageMeta } from '#app/lib/seo.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import type { Route } from './+types/test-drive'

export async function loader({ params, context }: Route.LoaderArgs) {
  return { vehicle: await requireVehicle(context, params.id) }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const vehicle = loaderData?.vehicle
  if (!vehicle) return pageMeta(matches, VEHICLE_NOT_FOUND_SEO)
  // Not indexed, because search engines should find the vehicle page instead.
  return pageMeta(matches, {
    title: `Book a test drive: ${vehicle.title}`,
    description: `Choose a day and a time to test drive the ${vehicle.title}.`,
    noIndex: true,
  })
}

export default function TestDrivePage({ loaderData: { vehicle } }: Route.ComponentProps) {
  const { openingHours } = useCompany()
  return (
    <LeadPage
      vehicle={vehicle}
      title="Book a test drive"
      intro="Choose a day and a time. The vehicle will be ready when you arrive."
    >
      <TestDriveForm vehicle={vehicle} openingHours={openingHours} />
    </LeadPage>
  )
}

/**
 * A missing vehicle, a malformed id and a failed read show the same screen, because the visitor's next step is the
 * same.
 */
export function ErrorBoundary() {
  return <VehicleNotFound />
}
