import { Suspense } from 'react'
import { Await, type MetaDescriptor } from 'react-router'
import { TextLink } from '#app/components/ui/link.tsx'
import { Section, SectionHeading } from '#app/components/ui/section.tsx'
import { Spinner } from '#app/components/ui/spinner.tsx'
import { Hero } from '#app/features/home/hero.tsx'
import { HERO_SLIDES } from '#app/features/home/hero-slides.ts'
import { Strengths } from '#app/features/home/strengths.tsx'
import { SaveHeart } from '#app/features/saved/save-button.tsx'
import { InstagramFeed } from '#app/features/social/instagram-feed.tsx'
import { FeaturedVehicles } from '#app/features/vehicles/featured-vehicles.tsx'
import { findFeatured } from '#app/features/vehicles/vehicle-queries.ts'
import { restFor } from '#app/lib/backend.ts'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { pageMeta } from '#app/lib/seo.ts'
import type { ListedVehicle } from '#app/lib/vehicle.ts'
import type { Route } from './+types/home'

interface HomeData {
  featured: ListedVehicle[] | Promise<ListedVehicle[]>
}

/** A home page without featured vehicles is still a home page: a failure is logged, and nothing is said. */
const none = (error: unknown): ListedVehicle[] => {
  console.error('The featured vehicles could not be read:', error)
  return []
}

export async function loader({ context }: Route.LoaderArgs): Promise<{ featured: ListedVehicle[] }> {
  return { featured: await findFeatured(restFor(context)).catch(none) }
}

/** Coming from another page of the site, the hero shows at once and the vehicles follow. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs): HomeData {
  return { featured: serverLoader().then(({ featured }) => featured, none) }
}

export function meta({ matches }: Route.MetaArgs): MetaDescriptor[] {
  return pageMeta(matches, {
    title: 'Used and luxury cars in Peterborough',
    description:
      'A small family dealership in Peterborough: hand-picked used and luxury cars with a free 6 month warranty, part exchange, plain pricing and UK mainland delivery.',
    path: '/',
  })
}

export const handle: PageHandle = { scripts: 'late' }

export default function HomePage({ loaderData }: { loaderData: HomeData }) {
  return (
    <>
      <Hero slides={HERO_SLIDES} />
      <Section aria-labelledby="featured">
        <SectionHeading
          id="featured"
          overline="Our selection"
          title="Featured Masterpieces"
          action={
            <TextLink to="/vehicles" arrow className="min-h-11">
              View Complete Collection
            </TextLink>
          }
        />
        <Featured vehicles={loaderData.featured} />
      </Section>
      <Section aria-labelledby="strengths" className="pt-0 md:pt-0">
        <SectionHeading id="strengths" overline="Why buy from us" title="A dealer you can hold to their word" />
        <Strengths />
      </Section>
      <Section aria-labelledby="instagram" ground="sunken">
        <SectionHeading id="instagram" overline="From the showroom" title="Follow Us on Instagram" />
        <InstagramFeed />
      </Section>
    </>
  )
}

/** The server has them at hand and sends them as they are: a page without JavaScript shows them, too. */
function Featured({ vehicles }: { vehicles: HomeData['featured'] }) {
  if (!(vehicles instanceof Promise)) return <FeaturedVehicles vehicles={vehicles} cornerFor={heartFor} />
  return (
    <Suspense fallback={<Spinner className="w-full justify-center py-24" />}>
      <Await resolve={vehicles}>{(loaded) => <FeaturedVehicles vehicles={loaded} cornerFor={heartFor} />}</Await>
    </Suspense>
  )
}

const heartFor = (vehicle: ListedVehicle) => <SaveHeart vehicle={vehicle} />
