import { data, type MetaDescriptor, redirect } from 'react-router'
import { NotFoundScreen } from '#app/features/frame/not-found-screen.tsx'
import { SaveHeart } from '#app/features/saved/save-button.tsx'
import { findLanding, type LandingParams } from '#app/features/vehicles/landing-pages.ts'
import { LandingScreen } from '#app/features/vehicles/landing-screen.tsx'
import { makeSlug } from '#app/features/vehicles/make-paths.ts'
import { restFor } from '#app/lib/backend.ts'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { breadcrumbs, pageMeta, siteOf } from '#app/lib/seo.ts'
import { loadCompany } from '#app/platform/company/company-loader.server.ts'
import { loadPage } from '#app/platform/pages.server.ts'
import { MAKE_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import type { Route } from './+types/vehicle-landing'

export async function loader({ params, context }: Route.LoaderArgs) {
  const given: LandingParams = params
  // Text of this length cannot be a name, and a redirect must not echo it in a header.
  if (Object.values(given).some((text) => text.length > MAKE_LENGTH)) throw data(null, { status: 404 })
  const slugs = Object.fromEntries(Object.entries(given).map(([name, text]) => [name, makeSlug(text)]))
  const landing = await findLanding(restFor(context), slugs, (await loadCompany(context)).town).catch(
    (error: unknown) => {
      console.error('The vehicles of the page could not be read:', error)
      throw data(null, { status: 503 })
    },
  )
  if (!landing) throw data(null, { status: 404 })
  if (Object.entries(given).some(([name, text]) => text !== slugs[name])) throw redirect(landing.path, 301)
  const written = await loadPage(context, landing.path).catch((error: unknown) => {
    console.error('The text of the page could not be read:', error)
    throw data(null, { status: 503 })
  })
  return { landing, written }
}

export function meta({ matches, loaderData }: Route.MetaArgs): MetaDescriptor[] {
  if (!loaderData) return pageMeta(matches, { title: 'Page not found', description: '', noIndex: true })
  const { landing, written } = loaderData
  const { plural, total, path, trail } = landing
  const { siteUrl, inTown } = siteOf(matches)
  return pageMeta(matches, {
    title: `Used ${plural} for sale${inTown}`,
    description: written?.summary || `Used ${plural} in stock${inTown}, each with its price, mileage and pictures.`,
    path,
    // Not indexed, because an empty page is of no use in search results.
    noIndex: total === 0,
    jsonLd: breadcrumbs(siteUrl, [['Vehicles', '/vehicles'], ...trail]),
  })
}

export const handle: PageHandle = { scripts: 'late' }

export default function VehicleLandingPage({ loaderData }: Route.ComponentProps) {
  return <LandingScreen {...loaderData} cornerFor={(vehicle) => <SaveHeart vehicle={vehicle} />} />
}

export function ErrorBoundary() {
  return <NotFoundScreen />
}
