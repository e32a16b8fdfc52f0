import { zodResolver } from '@hookform/resolvers/zod'
import type { User } from '@supabase/auth-js'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { PasswordInput } from '#app/components/ui/password-input.tsx'
import { useSession } from '#app/platform/session/session.tsx'
import { type PasswordValues, passwordSchema } from './auth.schema.ts'
import { FormProblem, useFormProblem } from './form-problem.tsx'
import { CodeForm } from './two-steps/code-form.tsx'
import { loginProblem, useLogin } from './use-login.ts'

const DESCRIPTION = {
  password: 'Please sign in again to continue. We’ve kept anything you typed.',
  code: 'One more step: please enter your code. We’ve kept anything you typed.',
}

/** Shown over the screen on which the session ended. Only the same account can continue here. */
export function SignInAgain() {
  const { user, signOut, passSecondStep } = useSession()
  const formId = useId()
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [isBusy, setBusy] = useState(false)

  async function pass(code: string) {
    setBusy(true)
    const result = await passSecondStep(code).finally(() => setBusy(false))
    return result.outcome === 'failed' ? result.error : null
  }

  return (
    <Dialog
      open
      size="sm"
      title="Your session has ended"
      description={DESCRIPTION[step]}
      footer={
        <>
          <Button variant="hairline" disabled={isBusy} onClick={() => void signOut()}>
            Use another account
          </Button>
          <Button type="submit" form={formId} loading={isBusy}>
            {step === 'password' ? 'Sign in' : 'Continue'}
          </Button>
        </>
      }
    >
      {step === 'password' ? (
        <PasswordForm id={formId} user={user} onBusy={setBusy} onSecondStep={() => setStep('code')} />
      ) : (
        <CodeForm
          id={formId}
          label="Second step"
          hint="Enter the six-digit code from your authenticator app."
          takesRecoveryCode
          isFocused
          onCode={pass}
        >
          {() => null}
        </CodeForm>
      )}
    </Dialog>
  )
}

interface PasswordFormProps {
  id: string
  user: User | null
  onBusy: (isBusy: boolean) => void
  onSecondStep: () => void
}

function PasswordForm({ id, user, onBusy, onSecondStep }: PasswordFormProps) {
  const email = user?.email ?? ''
  const form = useForm<PasswordValues>({ resolver: zodResolver(passwordSchema), defaultValues: { password: '' } })
  const login = useLogin()
  const { problem, setProblem } = useFormProblem()

  async function submit({ password }: PasswordValues) {
    setProblem(null)
    onBusy(true)
    const result = await login({ email, password }).finally(() => onBusy(false))
    if (result.outcome === 'second-step') return onSecondStep()
    if (result.outcome !== 'failed') return
    const message = loginProblem(result.error)
    const isWrong = (result.error as { code?: string }).code === 'invalid_credentials'
    if (isWrong) form.setError('password', { message }, { shouldFocus: true })
    else setProblem(message)
  }

  return (
    <form id={id} noValidate className="grid gap-5" onSubmit={form.handleSubmit(submit)} aria-label="Sign in again">
      <Field label="Email">
        <Input value={email} readOnly type="email" autoComplete="username" />
      </Field>
      <Field
        label="Password"
        required
        error={form.formState.errors.password?.message}
        hint={mayLackPassword(user) && <OtherWay />}
      >
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
      <FormProblem problem={problem} />
    </form>
  )
}

/** An account created with a provider such as Google has no `email` identity, though it may have a password by now. */
const mayLackPassword = (user: User | null) => user?.identities?.every(({ provider }) => provider !== 'email') ?? false

/** This dialog also closes if the user signs in using another tab. */
function OtherWay() {
  return (
    <>
      No password?{' '}
      <a href="/auth" target="_blank" rel="noreferrer" className="underline underline-offset-4 hover:text-ink">
        Sign in another way in a new tab
      </a>
      , then come back here.
    </>
  )
}
