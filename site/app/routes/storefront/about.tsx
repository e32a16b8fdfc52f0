import { About } from '#app/features/company/about.tsx'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { breadcrumbs, pageMeta, siteOf } from '#app/lib/seo.ts'
import type { Route } from './+types/about'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'About Us',
    description:
      'A small family car dealership in Peterborough, founded in 2024: a 6 month warranty, financing, part exchange and after-sales support with every car.',
    path: '/about',
    jsonLd: breadcrumbs(siteOf(matches).siteUrl, [['About Us', '/about']]),
  })
}

export const handle: PageHandle = { scripts: 'late' }

export default About
