import { Faq } from '#app/features/company/faq.tsx'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { breadcrumbs, pageMeta, siteOf } from '#app/lib/seo.ts'
import { loadWords } from '#app/platform/company/company-loader.server.ts'
import type { Route } from './+types/faq'

export const loader = ({ context }: Route.LoaderArgs) => loadWords(context, 'faq')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Frequently asked questions',
    description:
      'Answers to the questions our customers ask most, from part exchange and warranties to test drives, reservations and opening hours.',
    path: '/faq',
    jsonLd: breadcrumbs(siteOf(matches).siteUrl, [['FAQ', '/faq']]),
  })
}

export const handle: PageHandle = { scripts: 'late' }

export default function FaqPage({ loaderData }: Route.ComponentProps) {
  return <Faq {...loaderData} />
}
