import { ChoosePasswordScreen } from '#app/features/account/choose-password-screen.tsx'
import { pageMeta } from '#app/lib/seo.ts'
import type { Route } from './+types/choose-password'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Choose your own password',
    description: 'Choose a password for your account.',
    noIndex: true,
  })

export default function ChoosePasswordPage() {
  return <ChoosePasswordScreen />
}
