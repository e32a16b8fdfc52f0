import { Container } from '#app/components/ui/container.tsx'
import { PageHeading } from '#app/components/ui/section.tsx'
import { ContactDetails } from '#app/features/leads/contact/contact-details.tsx'
import { ContactForm } from '#app/features/leads/contact/contact-form.tsx'
import { LocationMap } from '#app/features/leads/contact/location-map.tsx'
import { readVehicle } from '#app/features/vehicles/vehicle-loader.ts'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { pageMeta, siteOf } from '#app/lib/seo.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import { replyPromise } from '#supabase/functions/_shared/page-content.ts'
import type { Route } from './+types/contact'

export async function loader({ request, context }: Route.LoaderArgs) {
  const id = likedId(new URL(request.url).searchParams)
  const vehicle = id && (await readVehicle(context, id))
  return { like: vehicle ? { id: vehicle.id, title: vehicle.title } : null }
}

/** The sold vehicle that the visitor came from. */
function likedId(search: URLSearchParams): string | undefined {
  const id = search.get('like') ?? ''
  return isUuid(id) ? id : undefined
}

export const handle: PageHandle = { addressOf: (search) => (likedId(search) ? `like=${likedId(search)}` : '') }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Contact Us',
    description: `Contact ${siteOf(matches).companyName}, see our opening hours and find us on the map.`,
    path: '/contact',
  })

export default function ContactPage({ loaderData: { like } }: Route.ComponentProps) {
  const { companyAddress, openingHours } = useCompany()
  return (
    <>
      <Container>
        <PageHeading
          title="Contact Us"
          intro={`Ask about a vehicle, a part exchange or anything else. We’ll reply ${replyPromise(openingHours)}.`}
        />
        <div className="grid gap-x-20 gap-y-14 pb-16 md:pb-24 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="max-w-[40rem]">
            <ContactForm like={like} />
          </div>
          <ContactDetails />
        </div>
      </Container>
      {companyAddress && <LocationMap address={companyAddress} />}
    </>
  )
}
