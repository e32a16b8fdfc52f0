import { type ReactNode, Suspense, use, useEffect } from 'react'
import type { MetaDescriptor, ShouldRevalidateFunctionArgs } from 'react-router'
import { TextLink } from '#app/components/ui/link.tsx'
import { Section, SectionHeading } from '#app/components/ui/section.tsx'
import { Spinner } from '#app/components/ui/spinner.tsx'
import { Hero, HeroPlaceholder } from '#app/features/home/hero.tsx'
import { Strengths } from '#app/features/home/strengths.tsx'
import { SaveHeart } from '#app/features/saved/save-button.tsx'
import { InstagramFeed } from '#app/features/social/instagram-feed.tsx'
import { FeaturedVehicles } from '#app/features/vehicles/featured-vehicles.tsx'
import { findFeatured } from '#app/features/vehicles/vehicle-queries.ts'
import { restFor } from '#app/lib/backend.ts'
import type { PageHandle } from '#app/lib/page-handle.ts'
import type { Block } from '#app/lib/rich-text.ts'
import { pageMeta, siteOf } from '#app/lib/seo.ts'
import type { ListedVehicle } from '#app/lib/vehicle.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import { loadCompany, loadWords } from '#app/platform/company/company-loader.server.ts'
import { isDemo, type PageContent } from '#supabase/functions/_shared/settings.ts'
import type { Route } from './+types/home'

interface HomeWords extends PageContent<'home', Block> {
  /** Without an Instagram access token there is no feed. Only the demo dealer shows invented posts. */
  hasFeed: boolean
}

interface HomeData {
  featured: ListedVehicle[] | Promise<ListedVehicle[]>
  words: HomeWords | Promise<HomeWords | null>
}

/** A failure is logged, and the page is shown without featured vehicles. */
const none = (error: unknown): ListedVehicle[] => {
  console.error('The featured vehicles could not be read:', error)
  return []
}

export async function loader({ context }: Route.LoaderArgs): Promise<HomeData> {
  const [featured, words, { company }] = await Promise.all([
    findFeatured(restFor(context)).catch(none),
    loadWords(context, 'home'),
    loadCompany(context),
  ])
  return { featured, words: { ...words, hasFeed: context.hasInstagram !== false || isDemo(company) } }
}

/** After a client-side navigation the hero is shown at once, and the rest follows. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs): HomeData {
  const served = serverLoader()
  const words = served.then(({ words }) => words).catch(() => null)
  void words.then((loaded) => {
    known = loaded ?? known
  })
  return { featured: served.then(({ featured }) => featured).catch(none), words: known ?? words }
}

/** The text that was loaded last, so that a returning visitor sees the hero immediately. */
let known: HomeWords | undefined

/**
 * Not reloaded if only the hash changes (a session in the URL is removed once it has been read) or if the logo is
 * clicked on this page.
 */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate

export function meta({ matches, loaderData }: Route.MetaArgs): MetaDescriptor[] {
  const { companyName, homeTitle } = siteOf(matches)
  const title = homeTitle || companyName
  // In the browser the text may still be loading; crawlers get the description from the server.
  const words = loaderData?.words
  const description = words && !(words instanceof Promise) ? words.homeDescription : ''
  return pageMeta(matches, { title, description: description || `${title}: ${companyName}`, path: '/' })
}

export const handle: PageHandle = { scripts: 'late' }

export default function HomePage({ loaderData: { featured, words } }: { loaderData: HomeData }) {
  useEffect(() => {
    if (!(words instanceof Promise)) known = words
  }, [words])

  return (
    <>
      <Resolved value={words} fallback={<HeroPlaceholder />}>
        {(loaded) => <Welcome words={loaded} />}
      </Resolved>
      <Section aria-labelledby="featured">
        <SectionHeading
          id="featured"
          overline={<Resolved value={words}>{(loaded) => loaded?.featuredOverline}</Resolved>}
          title="Featured Masterpieces"
          action={
            <TextLink to="/vehicles" arrow className="min-h-11">
              View Complete Collection
            </TextLink>
          }
        />
        <Resolved value={featured} fallback={<Spinner className="w-full justify-center py-24" />}>
          {(vehicles) =>
            vehicles.length > 0 ? (
              <FeaturedVehicles vehicles={vehicles} cornerFor={heartFor} />
            ) : (
              <p className="text-quiet">
                <Resolved value={words}>{(loaded) => loaded?.noVehiclesText}</Resolved>
              </p>
            )
          }
        </Resolved>
      </Section>
      <Resolved value={words}>
        {(loaded) => (
          <>
            {loaded && loaded.strengths.length > 0 && <StrengthsSection {...loaded} />}
            {loaded?.hasFeed && <InstagramFeed overline={loaded.instagramOverline} />}
          </>
        )}
      </Resolved>
    </>
  )
}

/** If there are no slides, or if the text could not be loaded, the hero shows the dealer's name. */
function Welcome({ words }: { words: HomeWords | null }) {
  const { companyName } = useCompany()
  const slides = words?.heroSlides.length ? words.heroSlides : [{ heading: companyName, text: '', picture: '' }]
  return <Hero overline={(words?.heroOverline ?? '').replace(/ in$/, '')} slides={slides.slice(0, 3)} />
}

function StrengthsSection({ strengths, strengthsOverline, strengthsHeading }: HomeWords) {
  return (
    <Section aria-label={strengthsHeading || 'Our strengths'} className="pt-0 md:pt-0">
      <SectionHeading overline={strengthsOverline} title={strengthsHeading} />
      <Strengths strengths={strengths} />
    </Section>
  )
}

interface ResolvedProps<Value> {
  value: Value | Promise<Value>
  fallback?: ReactNode
  children: (value: Value) => ReactNode
}

/** On the server the value is already there and rendered directly, so that it is visible even without JavaScript. */
function Resolved<Value>({ value, fallback, children }: ResolvedProps<Value>) {
  if (!(value instanceof Promise)) return children(value)
  return (
    <Suspense fallback={fallback}>
      <Awaited value={value}>{children}</Awaited>
    </Suspense>
  )
}

const Awaited = <Value,>({ value, children }: { value: Promise<Value>; children: (value: Value) => ReactNode }) =>
  children(use(value))

const heartFor = (vehicle: ListedVehicle) => <SaveHeart vehicle={vehicle} />
