import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useSession } from '#app/platform/session/session.tsx'
import { AccountSection } from './account-section.tsx'
import { EmailForm } from './email-form.tsx'
import { myUser } from './my-user.ts'

/** `path` is the page that the links in the emails lead back to. */
export function EmailSection({ path }: { path: string }) {
  const { user: known, connect } = useSession()
  const { data } = useQuery(myUser(connect))
  const user = data ?? known
  const [isOpen, setOpen] = useState(false)
  const email = user?.email ?? ''

  return (
    <AccountSection title="Email address" intro="You sign in with this address, and we send our replies to it.">
      <p className="break-all font-medium">{email}</p>
      {user?.new_email && !isOpen && (
        <Alert title="Check both inboxes">
          We’ve emailed <strong className="break-all">{user.new_email}</strong> and{' '}
          <strong className="break-all">{email}</strong>. Your address won’t change until you’ve followed the link in
          both emails.
        </Alert>
      )}
      {isOpen ? (
        <EmailForm email={email} path={path} onDone={() => setOpen(false)} />
      ) : (
        <div>
          <Button variant="hairline" onClick={() => setOpen(true)}>
            {user?.new_email ? 'Use another address' : 'Change your email address'}
          </Button>
        </div>
      )}
    </AccountSection>
  )
}
