import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { PrivacyNote } from '#app/platform/company/privacy-note.tsx'

interface AskFormProps {
  action: string
  email: string
  problem: string
}

/** A plain form, so that it works without scripts. */
export function AskForm({ action, email, problem }: AskFormProps) {
  return (
    <form method="post" action={action} noValidate className="grid gap-6" aria-label="Ask for an alert">
      <Field
        label="Email"
        required
        error={problem}
        hint="We’ll email you once to confirm that the address is yours. Nothing is sent until you do."
      >
        <Input name="email" type="email" autoComplete="email" defaultValue={email} />
      </Field>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" size="lg">
          Email me
        </Button>
        <PrivacyNote />
      </div>
    </form>
  )
}

/** The same whether or not the address has alerts already, so that nobody can find out. */
export function AskedNote({ email }: { email: string }) {
  return (
    <Alert tone="success" title="Please check your inbox">
      To start your alert, use the button in the email we’ve sent to <span className="break-all">{email}</span>. If
      you’ve asked before, use the email you already have. It may take a few minutes, and it may be in your spam folder.
    </Alert>
  )
}
