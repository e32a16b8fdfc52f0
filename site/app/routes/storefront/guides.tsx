import { data, type MetaDescriptor } from 'react-router'
import { GuideList } from '#app/features/guides/guide-list.tsx'
import { unavailable } from '#app/features/guides/unavailable.server.ts'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { breadcrumbs, pageMeta, siteOf } from '#app/lib/seo.ts'
import { loadGuides } from '#app/platform/pages.server.ts'
import type { Route } from './+types/guides'

export async function loader({ context }: Route.LoaderArgs) {
  const guides = await loadGuides(context).catch(unavailable)
  if (guides.length === 0) throw data(null, { status: 404 })
  return guides
}

export function meta({ matches, loaderData }: Route.MetaArgs): MetaDescriptor[] {
  if (!loaderData) return pageMeta(matches, { title: 'Page not found', description: '', noIndex: true })
  const { siteUrl, companyName } = siteOf(matches)
  return pageMeta(matches, {
    title: 'Guides',
    description: `Advice from ${companyName} on choosing, buying and owning a car.`,
    path: '/guides',
    jsonLd: breadcrumbs(siteUrl, [['Guides', '/guides']]),
  })
}

export const handle: PageHandle = { scripts: 'late' }

export default function GuidesPage({ loaderData }: Route.ComponentProps) {
  return <GuideList guides={loaderData} />
}
