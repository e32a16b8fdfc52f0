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
  // The vehicle's own page is the one to be found.
  return pageMeta(matches, {
    title: `Make an Enquiry: ${vehicle.title}`,
    description: `Ask us about the ${vehicle.title}. We reply by e-mail.`,
    noIndex: true,
  })
}

export default function EnquiryPage({ loaderData: { vehicle } }: Route.ComponentProps) {
  return (
    <LeadPage
      vehicle={vehicle}
      title="Make an Enquiry"
      intro="Ask anything: history, condition, finance, part exchange. A person reads it and answers."
    >
      <EnquiryForm vehicle={vehicle} />
    </LeadPage>
  )
}

/** Missing, malformed or out of reach: the visitor's next step is the same. */
export function ErrorBoundary() {
  return <VehicleNotFound />
}
