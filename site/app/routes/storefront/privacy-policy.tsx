import { PrivacyPolicy } from '#app/features/company/legal/privacy-policy.tsx'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { pageMeta } from '#app/lib/seo.ts'
import { loadLegalWords } from '#app/platform/company/company-loader.server.ts'
import type { Route } from './+types/privacy-policy'

export const loader = ({ context }: Route.LoaderArgs) => loadLegalWords(context)

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Privacy Policy',
    description:
      'What personal data we hold, why we hold it, how long we keep it and what your rights are under the UK GDPR.',
    path: '/privacy-policy',
  })
}

export const handle: PageHandle = { scripts: 'late' }

export default function PrivacyPolicyPage({ loaderData }: Route.ComponentProps) {
  return <PrivacyPolicy {...loaderData} />
}
