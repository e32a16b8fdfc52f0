import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Status } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { EnrolForm } from '#app/features/account/two-steps/enrol-form.tsx'
import { RecoveryCodesLeft } from '#app/features/account/two-steps/recovery-codes-left.tsx'
import { RemoveDialog } from '#app/features/account/two-steps/remove-dialog.tsx'
import { hasRecoveryCodes } from '#app/platform/session/second-step.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { hasTwoSteps } from '#app/platform/session/two-steps.ts'
import { AccountSection } from './account-section.tsx'
import { mySessions } from './session-queries.ts'

export function TwoStepsSection() {
  const { user } = useSession()
  const client = useQueryClient()
  const [open, setOpen] = useState<'set up' | 'turn off' | null>(null)
  const isOn = hasTwoSteps(user)
  // Sessions that had not passed the second step have been signed out.
  const refresh = () => {
    setOpen(null)
    return client.invalidateQueries({ queryKey: mySessions.queryKey })
  }
  return (
    <AccountSection
      title="Two-step verification"
      intro="You sign in with your password and a code from an app on your phone, so a stolen password isn’t enough to get in."
    >
      <Status tone={isOn ? 'success' : 'quiet'}>{isOn ? 'On' : 'Off'}</Status>
      {open === 'set up' ? (
        // Stays open after the right code until the recovery codes are saved.
        <EnrolForm onDone={refresh} onCancel={() => setOpen(null)} />
      ) : isOn ? (
        <>
          {hasRecoveryCodes() && <RecoveryCodesLeft />}
          <div>
            <Button variant="hairline" onClick={() => setOpen('turn off')}>
              Turn off two-step verification
            </Button>
          </div>
          {open === 'turn off' && <RemoveDialog onClose={() => setOpen(null)} onDone={refresh} />}
        </>
      ) : (
        <div>
          <Button variant="hairline" onClick={() => setOpen('set up')}>
            Set up two-step verification
          </Button>
        </div>
      )}
    </AccountSection>
  )
}
