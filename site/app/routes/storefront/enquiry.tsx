import { EnquiryForm } from '#app/features/leads/enquiry/enquiry-form.tsx'
import { LeadPage } from '#app/features/leads/lead-page.tsx'
import { requireVehicle } from '#app/features/vehicles/vehicle-loader.ts'
import { VehicleNotFound } from '#app/features/vehicles/vehicle-not-found.tsx'
import { VEHICLE_NOT_FOUND_SEO } from '#app/features/vehicles/vehicle-seo.ts'
import { pageMeta } from '#app/lib/seo.ts'
import type { Route } from './+types/enquiry'

export async function loader({ params, context }: Route.LoaderArgs) {
  return { vehicle: await requireVehicle(context, params.id) }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const vehicle = loaderData?.vehicle
  if (!vehicle) return pageMeta(matches, VEHICLE_NOT_FOUND_SEO)
  // Not indexed, because search engines should find the vehicle page instead.
  return pageMeta(matches, {
    title: `Make an enquiry: ${vehicle.title}`,
    description: `Ask us about the ${vehicle.title}. We’ll reply by email.`,
    noIndex: true,
  })
}

export default function EnquiryPage({ loaderData: { vehicle } }: Route.ComponentProps) {
  return (
    <LeadPage
      vehicle={vehicle}
      title="Make an enquiry"
      intro="Ask us about the vehicle’s history or condition, part exchange or anything else. A real person will reply."
    >
      <EnquiryForm vehicle={vehicle} />
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
