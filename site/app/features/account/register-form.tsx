import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field, Input, PasswordInput } from '#app/components/ui/field.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { CHALLENGE_MESSAGE } from '#app/lib/submit-error.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { useChallengedSubmit } from '#app/platform/captcha/use-challenged-submit.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { type RegisterValues, registerSchema } from './auth.schema.ts'
import { type RegisterProblem, register } from './register.ts'

const EMPTY: RegisterValues = { name: '', email: '', phone: '', password: '', confirmPassword: '' }
const CREATED_MESSAGE = 'Account created successfully! Please check your email to confirm your account.'

export function RegisterForm() {
  const form = useForm<RegisterValues>({ resolver: zodResolver(registerSchema), defaultValues: EMPTY })
  const { connect } = useSession()
  const submitChallenged = useChallengedSubmit('register')
  const [createdFor, setCreatedFor] = useState<string | null>(null)
  const { errors, isSubmitting } = form.formState
  const hydrated = useHydrated()

  async function submit(values: RegisterValues) {
    setCreatedFor(null)
    const problem = await submitChallenged<RegisterProblem | null>(
      async (captchaToken) => register(await connect(), values, captchaToken),
      { message: CHALLENGE_MESSAGE },
    )
    if (problem?.field) return form.setError(problem.field, problem, { shouldFocus: true })
    if (problem) return toast.error(problem.message)
    toast.success(CREATED_MESSAGE)
    setCreatedFor(values.email)
    form.reset(EMPTY)
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit(submit)} aria-label="Register">
      <Field label="Full Name" required error={errors.name?.message}>
        <Input {...form.register('name')} autoComplete="name" />
      </Field>
      <Field label="Email" required error={errors.email?.message}>
        <Input {...form.register('email')} type="email" autoComplete="email" />
      </Field>
      <Field label="Phone" optional error={errors.phone?.message}>
        <Input {...form.register('phone')} type="tel" autoComplete="tel" />
      </Field>
      <Field label="Password" required error={errors.password?.message} hint="At least 6 characters">
        <PasswordInput {...form.register('password')} autoComplete="new-password" />
      </Field>
      <Field label="Confirm Password" required error={errors.confirmPassword?.message}>
        <PasswordInput {...form.register('confirmPassword')} autoComplete="new-password" />
      </Field>
      {createdFor && (
        <Alert tone="success" title="One more step">
          We have sent a link to {createdFor}. Follow it to confirm your account.
        </Alert>
      )}
      <Button type="submit" size="lg" wide loading={isSubmitting} disabled={!hydrated}>
        {isSubmitting ? 'Creating account...' : 'Create Account'}
      </Button>
    </form>
  )
}
