import { TermsOfService } from '#app/features/company/legal/terms-of-service.tsx'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { pageMeta } from '#app/lib/seo.ts'
import { loadLegalWords } from '#app/platform/company/company-loader.server.ts'
import type { Route } from './+types/terms-of-service'

export const loader = ({ context }: Route.LoaderArgs) => loadLegalWords(context)

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Terms of Service',
    description:
      'The terms for this website, test drives and reservations, and your rights under the Consumer Rights Act and in distance sales.',
    path: '/terms-of-service',
  })
}

export const handle: PageHandle = { scripts: 'late' }

export default function TermsOfServicePage({ loaderData }: Route.ComponentProps) {
  return <TermsOfService {...loaderData} />
}
