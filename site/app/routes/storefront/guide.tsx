import { data, type MetaDescriptor } from 'react-router'
import { Guide } from '#app/features/guides/guide.tsx'
import { guideSeo } from '#app/features/guides/guide-seo.ts'
import { unavailable } from '#app/features/guides/unavailable.server.ts'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { pageMeta, siteOf } from '#app/lib/seo.ts'
import { loadPage } from '#app/platform/pages.server.ts'
import { guidePath, isPagePath } from '#supabase/functions/_shared/page-paths.ts'
import type { Route } from './+types/guide'

export async function loader({ params, context }: Route.LoaderArgs) {
  const path = guidePath(params.slug)
  const guide = isPagePath(path) ? await loadPage(context, path).catch(unavailable) : null
  if (!guide) throw data(null, { status: 404 })
  return { ...guide, path }
}

export function meta({ matches, loaderData }: Route.MetaArgs): MetaDescriptor[] {
  if (!loaderData) return pageMeta(matches, { title: 'Page not found', description: '', noIndex: true })
  return pageMeta(matches, guideSeo(loaderData, siteOf(matches)))
}

export const handle: PageHandle = { scripts: 'late' }

export default function GuidePage({ loaderData }: Route.ComponentProps) {
  return <Guide guide={loaderData} />
}
