import { useId, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import type { AuthClient } from '#app/lib/browser-backend.ts'
import { hasRecoveryCodes, verifyCode } from '#app/platform/session/second-step.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { CodeForm } from './code-form.tsx'

interface RemoveDialogProps {
  onClose: () => void
  onDone: () => void
}

/** Asks for a code, because a lost phone that is still signed in must not be enough to turn two-step verification off. */
export function RemoveDialog({ onClose, onDone }: RemoveDialogProps) {
  const formId = useId()
  const { connect } = useSession()
  const [isBusy, setBusy] = useState(false)

  async function remove(code: string) {
    setBusy(true)
    const error = await removeSecondSteps(await connect(), code).finally(() => setBusy(false))
    if (error) return error
    toast.success('Two-step verification is off.')
    onDone()
    return null
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      size="sm"
      title="Turn off two-step verification"
      description={
        hasRecoveryCodes()
          ? 'You’ll sign in with just your password, and your recovery codes will stop working.'
          : 'You’ll sign in with just your password.'
      }
      footer={
        <>
          <Button variant="hairline" onClick={onClose} disabled={isBusy}>
            Keep it on
          </Button>
          <Button variant="danger" type="submit" form={formId} loading={isBusy}>
            Turn off
          </Button>
        </>
      }
    >
      <CodeForm
        id={formId}
        label="Turn off two-step verification"
        hint="Enter the code from your authenticator app."
        takesRecoveryCode
        onCode={remove}
      >
        {() => null}
      </CodeForm>
    </Dialog>
  )
}

async function removeSecondSteps(auth: AuthClient, code: string): Promise<Error | null> {
  const { error } = await verifyCode(auth, code)
  if (error) return error
  const { data: factors, error: unlisted } = await auth.mfa.listFactors()
  if (unlisted) return unlisted
  for (const { id } of factors.all) {
    const { error: refused } = await auth.mfa.unenroll({ factorId: id })
    if (refused) return refused
  }
  // The session still lists the removed factors.
  return (await auth.refreshSession()).error
}
