import { CookiePolicy } from '#app/features/company/legal/cookie-policy.tsx'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { pageMeta } from '#app/lib/seo.ts'
import { loadLegalWords } from '#app/platform/company/company-loader.server.ts'
import type { Route } from './+types/cookie-policy'

export const loader = ({ context }: Route.LoaderArgs) => loadLegalWords(context)

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Cookie Policy',
    description: 'What this website stores in your browser, what needs your permission and how to change your choice.',
    path: '/cookie-policy',
  })
}

export const handle: PageHandle = { scripts: 'late' }

export default function CookiePolicyPage({ loaderData }: Route.ComponentProps) {
  return <CookiePolicy {...loaderData} />
}
