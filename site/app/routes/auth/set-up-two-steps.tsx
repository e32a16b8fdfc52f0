import { SetUpScreen } from '#app/features/account/two-steps/set-up-screen.tsx'
import { pageMeta } from '#app/lib/seo.ts'
import type { Route } from './+types/set-up-two-steps'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Set up two-step verification',
    description: 'Connect an authenticator app to your account.',
    noIndex: true,
  })

export default function SetUpTwoStepsPage() {
  return <SetUpScreen />
}
