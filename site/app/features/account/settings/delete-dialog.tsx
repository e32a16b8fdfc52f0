import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { CodeForm } from '#app/features/account/two-steps/code-form.tsx'
import { useSession } from '#app/platform/session/session.tsx'
import { hasTwoSteps } from '#app/platform/session/two-steps.ts'
import { deleteByCode } from './delete-account.ts'
import { DeleteByPasswordForm } from './delete-by-password-form.tsx'

/** Asks for a code if two-step verification is on, otherwise for the password. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const { user, connect, leave } = useSession()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)

  async function goHome() {
    toast.success('Your account has been deleted.')
    await leave()
    await navigate('/', { replace: true })
  }

  async function deleteWith(code: string) {
    setBusy(true)
    const error = await deleteByCode(await connect(), code).finally(() => setBusy(false))
    if (!error) await goHome()
    return error
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      size="sm"
      title="Delete your account"
      description="We’ll delete your account straight away and remove your details from your enquiries and test drives. This can’t be undone."
      footer={
        <>
          <Button variant="hairline" onClick={onClose} disabled={isBusy}>
            Keep my account
          </Button>
          <Button variant="danger" type="submit" form={formId} loading={isBusy}>
            {isBusy ? 'Deleting...' : 'Delete permanently'}
          </Button>
        </>
      }
    >
      {hasTwoSteps(user) ? (
        <CodeForm
          id={formId}
          label="Delete your account"
          hint="Enter the code from your authenticator app."
          takesRecoveryCode
          onCode={deleteWith}
        >
          {() => null}
        </CodeForm>
      ) : (
        <DeleteByPasswordForm id={formId} onBusy={setBusy} onDeleted={goHome} />
      )}
    </Dialog>
  )
}
