import { data } from 'react-router'
import { EnquiryForm } from '#app/features/leads/enquiry/enquiry-form.tsx'
import { LeadPage } from '#app/features/leads/lead-page.tsx'
import { VehicleNotFound } from '#app/features/vehicles/vehicle-not-found.tsx'
import { findVehicle } from '#app/features/vehicles/vehicle-queries.ts'
import { restFor } from '#app/lib/backend.ts'
import { pageMeta } from '#app/lib/seo.ts'
import type { Route } from './+types/enquiry'

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
    title: `Make an Enquiry: ${vehicle.title}`,
    description: `Ask us about the ${vehicle.title}. We reply by e-mail, usually within opening hours.`,
    noIndex: true,
  })
}

export default function EnquiryPage({ loaderData: { vehicle } }: Route.ComponentProps) {
  return (
    <LeadPage
      vehicle={vehicle}
      overline="Enquiry"
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
