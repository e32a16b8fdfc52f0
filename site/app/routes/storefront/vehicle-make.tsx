import { data, type MetaDescriptor, redirect } from 'react-router'
import { NotFoundScreen } from '#app/features/frame/not-found-screen.tsx'
import { SaveHeart } from '#app/features/saved/save-button.tsx'
import { findMake } from '#app/features/vehicles/make-pages.ts'
import { makePath, makeSlug } from '#app/features/vehicles/make-paths.ts'
import { MakeScreen } from '#app/features/vehicles/make-screen.tsx'
import { restFor } from '#app/lib/backend.ts'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { breadcrumbs, pageMeta, siteOf } from '#app/lib/seo.ts'
import { loadCompany } from '#app/platform/company/company-loader.server.ts'
import { MAKE_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import type { Route } from './+types/vehicle-make'

export async function loader({ params, context }: Route.LoaderArgs) {
  // This text cannot be a make, and a redirect must not echo it in a header.
  if (params.make.length > MAKE_LENGTH) throw data(null, { status: 404 })
  const slug = makeSlug(params.make)
  if (slug !== '' && slug !== params.make) throw redirect(makePath(params.make), 301)
  const stock = await findMake(restFor(context), slug, (await loadCompany(context)).town).catch((error: unknown) => {
    console.error('The make could not be read:', error)
    throw data(null, { status: 503 })
  })
  if (!stock) throw data(null, { status: 404 })
  return stock
}

export function meta({ matches, loaderData }: Route.MetaArgs): MetaDescriptor[] {
  if (!loaderData) return pageMeta(matches, { title: 'Page not found', description: '', noIndex: true })
  const { make, total } = loaderData
  const { siteUrl, inTown } = siteOf(matches)
  return pageMeta(matches, {
    title: `Used ${make} cars for sale${inTown}`,
    description: `Used ${make} cars in stock${inTown}, each with its price, mileage and pictures.`,
    path: makePath(make),
    // Not indexed, because an empty page is of no use in search results.
    noIndex: total === 0,
    jsonLd: breadcrumbs(siteUrl, [
      ['Vehicles', '/vehicles'],
      [make, makePath(make)],
    ]),
  })
}

export const handle: PageHandle = { scripts: 'late' }

export default function VehicleMakePage({ loaderData }: Route.ComponentProps) {
  return <MakeScreen stock={loaderData} cornerFor={(vehicle) => <SaveHeart vehicle={vehicle} />} />
}

export function ErrorBoundary() {
  return <NotFoundScreen />
}
