import { PrivacyPolicy } from '#app/features/company/legal/privacy-policy.tsx'
import { pageMeta } from '#app/lib/seo.ts'
import type { Route } from './+types/privacy-policy'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Privacy Policy',
    description: 'What personal data we hold, why, for how long, and your rights under the UK GDPR.',
    path: '/privacy-policy',
  })
}

export default PrivacyPolicy
