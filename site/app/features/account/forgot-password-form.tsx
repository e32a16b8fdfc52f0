import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { Button } from '#app/components/ui/button.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { announceByEmail } from '#app/lib/send-email.ts'
import { CHALLENGE_MESSAGE } from '#app/lib/submit-error.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { useChallengedSubmit } from '#app/platform/captcha/use-challenged-submit.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { type ForgotPasswordValues, forgotPasswordSchema } from './auth.schema.ts'

export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm<ForgotPasswordValues>({
    resolver: zodResolver(forgotPasswordSchema),
    defaultValues: { email: '' },
  })
  const { connect } = useSession()
  const submitChallenged = useChallengedSubmit('reset')
  const { errors, isSubmitting } = form.formState
  const hydrated = useHydrated()

  async function send(email: string, captchaToken: string): Promise<string | null> {
    const redirectTo = `${window.location.origin}/auth?type=recovery`
    const { error } = await (await connect()).resetPasswordForEmail(email, { redirectTo, captchaToken })
    if (error) return 'Failed to send reset email. Please try again.'
    void announceByEmail({ type: 'password-reset', to: email, data: { resetUrl: redirectTo } })
    return null
  }

  async function submit({ email }: ForgotPasswordValues) {
    const problem = await submitChallenged((token) => send(email, token), CHALLENGE_MESSAGE).catch(
      () => 'Something went wrong. Please try again.',
    )
    if (problem) return toast.error(problem)
    toast.success('Password reset instructions sent to your email!')
    onSent(email)
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit(submit)} aria-label="Forgot Password">
      <Field label="Email" required error={errors.email?.message}>
        <Input {...form.register('email')} type="email" autoComplete="email" />
      </Field>
      <Button type="submit" size="lg" wide loading={isSubmitting} disabled={!hydrated}>
        {isSubmitting ? 'Sending...' : 'Send Reset Link'}
      </Button>
      <p className="text-center text-sm">
        <Link
          to="/auth"
          className="inline-flex min-h-8 items-center text-quiet underline underline-offset-4 hover:text-ink"
        >
          Back to Login
        </Link>
      </p>
    </form>
  )
}
