import { SecondStepScreen } from '#app/features/account/two-steps/second-step-screen.tsx'
import { pageMeta } from '#app/lib/seo.ts'
import type { Route } from './+types/second-step'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Two-step verification',
    description: 'Enter the code from your authenticator app.',
    noIndex: true,
  })

export default function SecondStepPage() {
  return <SecondStepScreen />
}
