import { Container } from '#app/components/ui/container.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { PageHeading } from '#app/components/ui/section.tsx'
import { AccountSections } from '#app/features/account/settings/account-sections.tsx'
import { pageMeta } from '#app/lib/seo.ts'
import type { Route } from './+types/account'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'My account',
    description: 'Your details, how you sign in, and your data.',
    noIndex: true,
  })

export default function AccountPage() {
  return (
    <Container className="pb-20 md:pb-28">
      <PageHeading
        overline="Dashboard"
        title="My account"
        intro="Your details, how you sign in, and your data."
        action={
          <TextLink to="/dashboard" className="text-ink">
            Back to the dashboard
          </TextLink>
        }
      />
      <AccountSections path="/dashboard/account" />
    </Container>
  )
}
