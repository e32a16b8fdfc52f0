import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button, ScriptButton } from '#app/components/ui/button.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { PasswordInput } from '#app/components/ui/password-input.tsx'
import type { Newcomer } from '#app/lib/newcomer.ts'
import { CHALLENGE_MESSAGE } from '#app/lib/submit-error.ts'
import { useChallengedSubmit } from '#app/platform/captcha/use-challenged-submit.ts'
import { useWhenOnline } from '#app/platform/offline.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { passwordHint, type RegisterValues, registerSchema } from './auth.schema.ts'
import { FormProblem, useFormProblem } from './form-problem.tsx'
import { FAILED_MESSAGE, type RegisterProblem, register } from './register.ts'
import { useResend } from './use-resend.ts'

const EMPTY: RegisterValues = { name: '', email: '', phone: '', password: '', confirmPassword: '' }
const CREATED_MESSAGE = 'Account created successfully! Please check your email to confirm your account.'

interface RegisterFormProps {
  /** The name and email address from a form that the guest has just sent. */
  newcomer: Newcomer | null
  onLogin: () => void
}

export function RegisterForm({ newcomer, onLogin }: RegisterFormProps) {
  const form = useForm<RegisterValues>({ resolver: zodResolver(registerSchema), defaultValues: EMPTY })
  const { connect } = useSession()
  const submitChallenged = useChallengedSubmit('register')
  const [createdFor, setCreatedFor] = useState<string | null>(null)
  const { errors, isSubmitting } = form.formState
  const { problem, setProblem, isWaiting } = useFormProblem()

  useEffect(() => {
    if (newcomer) form.reset({ ...EMPTY, ...newcomer })
  }, [newcomer, form])

  async function submit(values: RegisterValues) {
    setProblem(null)
    const refusal = await submitChallenged<RegisterProblem | null>(
      async (captchaToken) => register(await connect(), values, captchaToken),
      { message: CHALLENGE_MESSAGE },
    ).catch((): RegisterProblem => ({ message: FAILED_MESSAGE }))
    if (refusal?.field) return form.setError(refusal.field, refusal, { shouldFocus: true })
    if (refusal) return setProblem(refusal.message)
    setCreatedFor(values.email)
  }
  const send = form.handleSubmit(submit)
  useWhenOnline(isWaiting, send)

  if (createdFor) return <NextSteps email={createdFor} onLogin={onLogin} />
  return (
    <form noValidate className="grid gap-5" onSubmit={send} aria-label="Register">
      <Field label="Full name" required error={errors.name?.message}>
        <Input {...form.register('name')} autoComplete="name" />
      </Field>
      <Field label="Email" required error={errors.email?.message}>
        <Input {...form.register('email')} type="email" autoComplete="email" />
      </Field>
      <Field label="Phone" optional error={errors.phone?.message}>
        <Input {...form.register('phone')} type="tel" autoComplete="tel" />
      </Field>
      <Field label="Password" required error={errors.password?.message} hint={passwordHint(false)}>
        <PasswordInput {...form.register('password')} autoComplete="new-password" />
      </Field>
      <Field label="Confirm password" required error={errors.confirmPassword?.message}>
        <PasswordInput {...form.register('confirmPassword')} autoComplete="new-password" />
      </Field>
      <FormProblem problem={problem} />
      <ScriptButton type="submit" size="lg" wide loading={isSubmitting}>
        {isSubmitting ? 'Creating account...' : 'Create Account'}
      </ScriptButton>
    </form>
  )
}

/** The form is done with, so what happens next takes its place. */
function NextSteps({ email, onLogin }: { email: string; onLogin: () => void }) {
  const { isBusy, resend, problem } = useResend()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div ref={panel} tabIndex={-1} className="grid gap-5 outline-none">
      <Alert tone="success" title={CREATED_MESSAGE}>
        <ol className="mt-2 grid list-decimal gap-1 pl-5">
          <li>
            Open the email we’ve sent to <span className="wrap-anywhere">{email}</span>. It may take a few minutes, or
            be in your spam folder.
          </li>
          <li>Follow its link to confirm your account. You’ll then be signed in.</li>
        </ol>
      </Alert>
      <FormProblem problem={problem} />
      <Button variant="hairline" size="lg" wide loading={isBusy} onClick={() => resend(email)}>
        Resend confirmation email
      </Button>
      <Button variant="quiet" size="lg" wide onClick={onLogin}>
        Back to Login
      </Button>
    </div>
  )
}
