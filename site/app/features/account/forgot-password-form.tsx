import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Alert } from '#app/components/ui/alert.tsx'
import { ScriptButton } from '#app/components/ui/button.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { announceByEmail } from '#app/lib/send-email.ts'
import { CHALLENGE_MESSAGE, challengeMessageOf } from '#app/lib/submit-error.ts'
import { useChallengedSubmit } from '#app/platform/captcha/use-challenged-submit.ts'
import { WithoutScript } from '#app/platform/company/without-script.tsx'
import { useWhenOnline } from '#app/platform/offline.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { type ForgotPasswordValues, forgotPasswordSchema } from './auth.schema.ts'
import type { SentEmail } from './email-sent.tsx'
import { waitMessageOf } from './email-wait.ts'
import { FormProblem, useFormProblem } from './form-problem.tsx'
import { useEmailWait } from './use-email-wait.ts'

interface ForgotPasswordFormProps {
  onSent: (sent: SentEmail) => void
  /** The last email requested on this screen, if any. */
  last: SentEmail | null
}

export function ForgotPasswordForm({ onSent, last }: ForgotPasswordFormProps) {
  const form = useForm<ForgotPasswordValues>({
    resolver: zodResolver(forgotPasswordSchema),
    defaultValues: { email: last?.email ?? '' },
  })
  const { connect } = useSession()
  const submitChallenged = useChallengedSubmit('reset')
  const { errors, isSubmitting } = form.formState
  const { problem, setProblem, isWaiting } = useFormProblem()
  const pause = useEmailWait(last?.at)

  async function send(email: string, captchaToken: string): Promise<string | null> {
    const redirectTo = `${window.location.origin}/auth?type=recovery`
    const { error } = await (await connect()).resetPasswordForEmail(email, { redirectTo, captchaToken })
    if (error)
      return challengeMessageOf(error) ?? waitMessageOf(error) ?? 'Failed to send reset email. Please try again.'
    void announceByEmail({ type: 'password-reset', to: email, data: { resetUrl: redirectTo } })
    return null
  }

  async function submit({ email }: ForgotPasswordValues) {
    setProblem(null)
    const refusal = await submitChallenged((token) => send(email, token), CHALLENGE_MESSAGE).catch(
      () => 'Something went wrong. Please try again.',
    )
    if (refusal) return setProblem(refusal)
    onSent({ email, at: Date.now() })
  }
  const submitForm = form.handleSubmit(submit)
  useWhenOnline(isWaiting, submitForm)

  return (
    <form noValidate className="grid gap-5" onSubmit={submitForm} aria-label="Forgot password">
      <WithoutScript what="This form" />
      <Field label="Email" required error={errors.email?.message}>
        <Input {...form.register('email')} type="email" autoComplete="email" />
      </Field>
      {problem ? <FormProblem problem={problem} /> : pause && <Alert>{pause}</Alert>}
      <ScriptButton type="submit" size="lg" wide loading={isSubmitting}>
        {isSubmitting ? 'Sending...' : 'Send Reset Link'}
      </ScriptButton>
      <p className="text-center text-sm">
        <PathLink
          to="/auth"
          className="inline-flex min-h-8 items-center text-quiet underline underline-offset-4 hover:text-ink"
        >
          Back to Login
        </PathLink>
      </p>
    </form>
  )
}
