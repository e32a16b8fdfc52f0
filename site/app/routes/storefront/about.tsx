import { About } from '#app/features/company/about.tsx'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { breadcrumbs, pageMeta, siteOf } from '#app/lib/seo.ts'
import { loadWords } from '#app/platform/company/company-loader.server.ts'
import type { Route } from './+types/about'

export const loader = ({ context }: Route.LoaderArgs) => loadWords(context, 'about')

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { siteUrl, companyName } = siteOf(matches)
  return pageMeta(matches, {
    title: 'About Us',
    description: loaderData?.aboutIntro || `Who we are and how we sell cars at ${companyName}.`,
    path: '/about',
    jsonLd: breadcrumbs(siteUrl, [['About Us', '/about']]),
  })
}

export const handle: PageHandle = { scripts: 'late' }

export default function AboutPage({ loaderData }: Route.ComponentProps) {
  return <About {...loaderData} />
}
