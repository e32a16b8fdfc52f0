import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { ScriptButton } from '#app/components/ui/button.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { useWhenOnline } from '#app/platform/offline.ts'
import { type ForgotPasswordValues, forgotPasswordSchema } from './auth.schema.ts'
import { FormProblem } from './form-problem.tsx'
import { useResend } from './use-resend.ts'

/** For a user whose link has expired. The link does not contain the email address, so the form asks for it. */
export function ResendForm() {
  const form = useForm<ForgotPasswordValues>({
    resolver: zodResolver(forgotPasswordSchema),
    defaultValues: { email: '' },
  })
  const { isBusy, resend, problem, isWaiting } = useResend()
  const send = form.handleSubmit(({ email }) => resend(email))
  useWhenOnline(isWaiting, send)

  return (
    <form noValidate className="grid gap-5" onSubmit={send} aria-label="Resend confirmation">
      <Field label="Email" required error={form.formState.errors.email?.message}>
        <Input {...form.register('email')} type="email" autoComplete="email" />
      </Field>
      <FormProblem problem={problem} />
      <ScriptButton type="submit" size="lg" wide loading={isBusy}>
        {isBusy ? 'Sending...' : 'Send a new link'}
      </ScriptButton>
    </form>
  )
}
