import { TextLink } from '#app/components/ui/link.tsx'
import { useSession } from '#app/platform/session/session.tsx'

/** The dashboard's link to the account settings. */
export function AccountSettings() {
  const { user, profile } = useSession()
  return (
    <section aria-label="Your account">
      <h2 className="display mb-3 text-2xl">Your account</h2>
      <div className="grid justify-items-start gap-2 border-hairline border-t pt-4 text-sm">
        <p className="break-all">{user?.email}</p>
        {profile?.phone && <p className="tabular">{profile.phone}</p>}
        <p className="text-quiet">Your details, password, devices and data.</p>
        <TextLink to="/dashboard/account" arrow className="text-ink">
          My account
        </TextLink>
      </div>
    </section>
  )
}
