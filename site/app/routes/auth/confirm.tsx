import { ConfirmScreen } from '#app/features/account/confirm-screen.tsx'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { pageMeta } from '#app/lib/seo.ts'
import type { Route } from './+types/confirm'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Confirm',
    description: 'Confirm your request.',
    noIndex: true,
  })

/** The URL contains the secret token from an email. */
export const handle: PageHandle = { addressOf: () => null }
export const headers = () => ({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })

export default function ConfirmPage() {
  return <ConfirmScreen />
}
