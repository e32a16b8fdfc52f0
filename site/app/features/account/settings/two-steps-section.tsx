import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Status } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { EnrolForm } from '#app/features/account/two-steps/enrol-form.tsx'
import { RemoveDialog } from '#app/features/account/two-steps/remove-dialog.tsx'
import { useSession } from '#app/platform/session/session.tsx'
import { hasTwoSteps } from '#app/platform/session/two-steps.ts'
import { AccountSection } from './account-section.tsx'
import { mySessions } from './session-queries.ts'

export function TwoStepsSection() {
  const { user } = useSession()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const isOn = hasTwoSteps(user)
  // What had not used the second step was signed out.
  const refresh = () => {
    setOpen(false)
    return client.invalidateQueries({ queryKey: mySessions.queryKey })
  }
  return (
    <AccountSection
      title="Two-step verification"
      intro="Besides your password, signing in takes a code from an app on your phone. A stolen password alone opens nothing."
    >
      <Status tone={isOn ? 'success' : 'quiet'}>{isOn ? 'On' : 'Off'}</Status>
      {isOn ? (
        <div>
          <Button variant="hairline" onClick={() => setOpen(true)}>
            Turn off two-step verification
          </Button>
          {isOpen && <RemoveDialog onClose={() => setOpen(false)} onDone={refresh} />}
        </div>
      ) : isOpen ? (
        <EnrolForm onDone={refresh} onCancel={() => setOpen(false)} />
      ) : (
        <div>
          <Button variant="hairline" onClick={() => setOpen(true)}>
            Set up two-step verification
          </Button>
        </div>
      )}
    </AccountSection>
  )
}
