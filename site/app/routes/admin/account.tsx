import { AccountSections } from '#app/features/account/settings/account-sections.tsx'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { useSession } from '#app/platform/session/session.tsx'

export const meta = () => [{ title: 'My account | Back office' }]

export default function AdminAccountPage() {
  const { user } = useSession()
  return (
    <>
      <ScreenHeader title="My account" note={`You’re signed in as ${user?.email}.`} />
      <AccountSections path="/admin/account" />
    </>
  )
}
