import { Card } from '#app/components/ui/card.tsx'
import { NewPasswordForm } from '#app/features/account/new-password-form.tsx'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { useSession } from '#app/platform/session/session.tsx'

export const meta = () => [{ title: 'My account | Back office' }]

export default function AdminAccountPage() {
  const { user } = useSession()
  return (
    <>
      <ScreenHeader title="My account" />
      <Card className="grid max-w-xl gap-5 p-5 sm:p-6">
        <div className="grid gap-1">
          <h2 className="display text-2xl">Change your password</h2>
          <p className="text-quiet text-sm">You sign in as {user?.email}.</p>
        </div>
        <NewPasswordForm submitLabel="Change Password" onDone={() => {}} />
      </Card>
    </>
  )
}
