import { useId, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { makeRecoveryCodes, verifyCode } from '#app/platform/session/second-step.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { CodeForm } from './code-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface NewCodesDialogProps {
  onClose: () => void
  onDone: () => void
}

/** Asks for a code from the app first, because a browser left signed in must not reveal recovery codes. */
export function NewCodesDialog({ onClose, onDone }: NewCodesDialogProps) {
  const formId = useId()
  const { connect } = useSession()
  const [isBusy, setBusy] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [isReminded, setReminded] = useState(false)

  async function make(code: string) {
    setBusy(true)
    try {
      const { error } = await verifyCode(await connect(), code)
      if (error) return error
      setCodes(await makeRecoveryCodes())
      return null
    } finally {
      setBusy(false)
    }
  }

  /** A click outside the dialog must not lose the codes. */
  const leave = () => (codes ? setReminded(true) : onClose())

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && leave()}
      size="sm"
      title="New recovery codes"
      description={codes ? undefined : 'Any earlier codes will stop working.'}
      footer={
        codes ? undefined : (
          <>
            <Button variant="hairline" onClick={onClose} disabled={isBusy}>
              Cancel
            </Button>
            <Button type="submit" form={formId} loading={isBusy}>
              Create codes
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} isReminded={isReminded} onDone={onDone} />
      ) : (
        <CodeForm
          id={formId}
          label="New recovery codes"
          hint="Enter the code from your authenticator app."
          takesRecoveryCode
          onCode={make}
        >
          {() => null}
        </CodeForm>
      )}
    </Dialog>
  )
}
