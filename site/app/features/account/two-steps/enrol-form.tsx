import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { hasRecoveryCodes, makeRecoveryCodes } from '#app/platform/session/second-step.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { CodeForm } from './code-form.tsx'
import { CopyButton, RecoveryCodes } from './recovery-codes.tsx'
import { type Enrolment, useEnrolment } from './use-enrolment.ts'

interface EnrolFormProps {
  onDone: () => void
  onCancel: () => void
  cancelLabel?: string
}

/** The user scans the QR code, enters a code from the app, then saves the recovery codes. */
export function EnrolForm({ onDone, onCancel, cancelLabel = 'Cancel' }: EnrolFormProps) {
  const { connect } = useSession()
  const { enrolment, hasFailed, retry } = useEnrolment()
  const [codes, setCodes] = useState<string[] | null>(null)
  if (hasFailed) {
    return (
      <div className="grid gap-5">
        <Alert tone="warning">Something went wrong on our side. Please try again.</Alert>
        <div className="flex flex-wrap gap-3">
          <Button onClick={retry}>Try again</Button>
          <Button variant="quiet" onClick={onCancel}>
            {cancelLabel}
          </Button>
        </div>
      </div>
    )
  }

  async function confirm(code: string) {
    const { error } = await (await connect()).mfa.challengeAndVerify({ factorId: enrolment?.id ?? '', code })
    if (error) return error
    toast.success('Two-step verification is on.')
    if (!hasRecoveryCodes()) onDone()
    // If this fails, two-step verification is still on, and the codes can be created later.
    else await makeRecoveryCodes().then(setCodes, onDone)
    return null
  }

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />

  return (
    <div className="grid gap-6">
      <p className="text-quiet text-sm">
        Open an authenticator app on your phone (Google Authenticator, Microsoft Authenticator, 1Password or any other),
        add an account and scan this QR code.
      </p>
      <ScanMe enrolment={enrolment} />
      <CodeForm
        label="Set up two-step verification"
        hint="Enter the code you see in the app so that we can check the setup works."
        onCode={confirm}
      >
        {(isSubmitting) => (
          <div className="flex flex-wrap gap-3">
            <Button type="submit" loading={isSubmitting} disabled={!enrolment}>
              {isSubmitting ? 'Checking...' : 'Turn on'}
            </Button>
            <Button variant="quiet" onClick={onCancel}>
              {cancelLabel}
            </Button>
          </div>
        )}
      </CodeForm>
    </div>
  )
}

function ScanMe({ enrolment }: { enrolment: Enrolment | null }) {
  return (
    <div className="flex flex-wrap items-center gap-6">
      {enrolment ? (
        // Authenticator apps can scan only dark codes on a light background.
        <img
          src={enrolment.qrCode}
          alt="QR code for your authenticator app"
          width={176}
          height={176}
          className="size-44 border border-hairline bg-white p-2"
        />
      ) : (
        <Skeleton className="size-44" />
      )}
      <div className="grid min-w-48 flex-1 gap-2 text-sm">
        <p className="text-quiet">Or type this key into the app:</p>
        <SecretKey secret={enrolment?.secret ?? ''} />
      </div>
    </div>
  )
}

/** Shown in groups of four, but copied without the spaces. */
function SecretKey({ secret }: { secret: string }) {
  if (!secret) return <Skeleton className="h-12" />
  return (
    <>
      <code className="tabular font-mono leading-relaxed">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      <div>
        <CopyButton text={secret}>Copy key</CopyButton>
      </div>
    </>
  )
}
