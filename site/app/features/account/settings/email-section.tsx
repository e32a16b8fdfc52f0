import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useSession } from '#app/platform/session/session.tsx'
import { AccountSection } from './account-section.tsx'
import { EmailForm } from './email-form.tsx'
import { myUser } from './my-user.ts'

/** `path` is where the e-mails lead back to. */
export function EmailSection({ path }: { path: string }) {
  const { user: known, connect } = useSession()
  const { data } = useQuery(myUser(connect))
  const user = data ?? known
  const [isOpen, setOpen] = useState(false)
  const email = user?.email ?? ''

  return (
    <AccountSection title="E-mail address" intro="You sign in with it, and our answers go there.">
      <p className="break-all font-medium">{email}</p>
      {user?.new_email && !isOpen && (
        <Alert title="Two e-mails are on their way">
          Please open the link in both: the one to <strong className="break-all">{user.new_email}</strong> and the one
          to <strong className="break-all">{email}</strong>. Until then nothing changes.
        </Alert>
      )}
      {isOpen ? (
        <EmailForm email={email} path={path} onDone={() => setOpen(false)} />
      ) : (
        <div>
          <Button variant="hairline" onClick={() => setOpen(true)}>
            {user?.new_email ? 'Use another address' : 'Change your e-mail address'}
          </Button>
        </div>
      )}
    </AccountSection>
  )
}
