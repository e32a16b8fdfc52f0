import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Alert } from '#app/components/ui/alert.tsx'
import { ScriptButton } from '#app/components/ui/button.tsx'
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

const EMPTY: RegisterValues = { name: '', email: '', phone: '', password: '', confirmPassword: '' }
const CREATED_MESSAGE = 'Account created successfully! Please check your email to confirm your account.'

/** `newcomer`: the name and email address from a form that the guest has just sent. */
export function RegisterForm({ newcomer }: { newcomer: Newcomer | null }) {
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
    setCreatedFor(null)
    setProblem(null)
    const refusal = await submitChallenged<RegisterProblem | null>(
      async (captchaToken) => register(await connect(), values, captchaToken),
      { message: CHALLENGE_MESSAGE },
    ).catch((): RegisterProblem => ({ message: FAILED_MESSAGE }))
    if (refusal?.field) return form.setError(refusal.field, refusal, { shouldFocus: true })
    if (refusal) return setProblem(refusal.message)
    setCreatedFor(values.email)
    form.reset(EMPTY)
  }
  const send = form.handleSubmit(submit)
  useWhenOnline(isWaiting, send)

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
      {createdFor && (
        <Alert tone="success" title={CREATED_MESSAGE}>
          We’ve sent a confirmation link to {createdFor}.
        </Alert>
      )}
      <ScriptButton type="submit" size="lg" wide loading={isSubmitting}>
        {isSubmitting ? 'Creating account...' : 'Create Account'}
      </ScriptButton>
    </form>
  )
}
