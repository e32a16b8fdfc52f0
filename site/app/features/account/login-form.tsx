import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { ScriptButton } from '#app/components/ui/button.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { PasswordInput } from '#app/components/ui/password-input.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { useWhenOnline } from '#app/platform/offline.ts'
import { type LoginValues, loginSchema } from './auth.schema.ts'
import { FormProblem, useFormProblem } from './form-problem.tsx'
import { ResendConfirmation } from './resend-confirmation.tsx'
import { loginProblem, useLogin } from './use-login.ts'

/** Which field an error code belongs to. Any other error applies to the whole form. */
const FIELD_OF: Record<string, keyof LoginValues> = { invalid_credentials: 'password', email_not_confirmed: 'email' }

interface LoginFormProps {
  /** Where to go after signing in. */
  destination: string
  /** While the form is busy, the screen must not redirect a user who is already signed in. */
  onBusy: (busy: boolean) => void
}

export function LoginForm({ destination, onBusy }: LoginFormProps) {
  const form = useForm<LoginValues>({
    resolver: zodResolver(loginSchema),
    defaultValues: { email: '', password: '' },
  })
  const attempt = useLogin()
  const navigate = useNavigate()
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null)
  const { errors, isSubmitting } = form.formState
  const { problem, setProblem, isWaiting } = useFormProblem()

  function explain(error: Error & { code?: string }, email: string) {
    const message = loginProblem(error)
    const field = FIELD_OF[error.code ?? '']
    if (field) form.setError(field, { message }, { shouldFocus: true })
    else setProblem(message)
    if (field === 'email') setUnconfirmed(email)
  }

  async function submit(values: LoginValues) {
    onBusy(true)
    setUnconfirmed(null)
    setProblem(null)
    const result = await attempt(values)
    if (result.outcome === 'failed') explain(result.error, values.email)
    if (result.outcome === 'second-step')
      return navigate('/auth/second-step', { replace: true, state: { from: destination } })
    if (result.outcome !== 'signed-in') return onBusy(false)
    toast.success('Logged in successfully!')
    await navigate(destination, { replace: true })
  }
  const send = form.handleSubmit(submit)
  useWhenOnline(isWaiting, send)

  return (
    <form noValidate className="grid gap-5" onSubmit={send} aria-label="Login">
      <Field label="Email" required error={errors.email?.message}>
        <Input {...form.register('email')} type="email" autoComplete="username" inputMode="email" />
      </Field>
      <Field label="Password" required error={errors.password?.message}>
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
      {unconfirmed && <ResendConfirmation email={unconfirmed} />}
      <FormProblem problem={problem} />
      <ScriptButton type="submit" size="lg" wide loading={isSubmitting}>
        {isSubmitting ? 'Signing in...' : 'Sign In'}
      </ScriptButton>
      <p className="text-center text-sm">
        <PathLink
          to="/forgot-password"
          className="inline-flex min-h-8 items-center text-quiet underline underline-offset-4 hover:text-ink"
        >
          Forgot your password?
        </PathLink>
      </p>
    </form>
  )
}
