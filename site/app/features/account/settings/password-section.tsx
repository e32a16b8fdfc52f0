import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { NewPasswordForm } from '#app/features/account/new-password-form.tsx'
import { AccountSection } from './account-section.tsx'

export function PasswordSection() {
  const [isOpen, setOpen] = useState(false)
  return (
    <AccountSection title="Password" intro="Changing your password signs you out on all other devices.">
      {isOpen ? (
        <>
          <NewPasswordForm submitLabel="Change password" asksCurrent onDone={() => setOpen(false)} />
          <p className="text-quiet text-sm">
            Forgotten your password, or never had one?{' '}
            <PathLink to="/forgot-password" className="underline underline-offset-4 hover:text-ink">
              Set one by email
            </PathLink>
          </p>
          <div>
            <Button variant="quiet" className="-ml-5" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          </div>
        </>
      ) : (
        <div>
          <Button variant="hairline" onClick={() => setOpen(true)}>
            Change your password
          </Button>
        </div>
      )}
    </AccountSection>
  )
}
