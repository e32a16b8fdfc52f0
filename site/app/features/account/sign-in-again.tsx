import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { Field, Input, PasswordInput } from '#app/components/ui/field.tsx'
import { useSession } from '#app/platform/session/session.tsx'
import { type PasswordValues, passwordSchema } from './auth.schema.ts'
import { FormProblem, useFormProblem } from './form-problem.tsx'
import { CodeForm } from './two-steps/code-form.tsx'
import { loginProblem, useLogin } from './use-login.ts'

/** Over the screen on which the session ended. Only the same account can go on here. */
export function SignInAgain() {
  const { user, signOut, passSecondStep } = useSession()
  const queries = useQueryClient()
  const formId = useId()
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [isBusy, setBusy] = useState(false)
  const email = user?.email ?? ''

  /** What the screen could not load meanwhile. What it has stays: a form may be based on it. */
  const goOn = () =>
    void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status !== 'success' })

  async function pass(code: string) {
    setBusy(true)
    const result = await passSecondStep(code).finally(() => setBusy(false))
    if (result.outcome === 'signed-in') goOn()
    return result.outcome === 'failed' ? result.error : null
  }

  return (
    <Dialog
      open
      size="sm"
      title="Your session has ended"
      description="Please sign in again to continue. We’ve kept anything you typed."
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
        <PasswordForm
          id={formId}
          email={email}
          onBusy={setBusy}
          onSignedIn={goOn}
          onSecondStep={() => setStep('code')}
        />
      ) : (
        <CodeForm id={formId} label="Second step" hint="Six digits from your authenticator app." onCode={pass}>
          {() => null}
        </CodeForm>
      )}
    </Dialog>
  )
}

interface PasswordFormProps {
  id: string
  email: string
  onBusy: (isBusy: boolean) => void
  onSignedIn: () => void
  onSecondStep: () => void
}

function PasswordForm({ id, email, onBusy, onSignedIn, onSecondStep }: PasswordFormProps) {
  const form = useForm<PasswordValues>({ resolver: zodResolver(passwordSchema), defaultValues: { password: '' } })
  const login = useLogin()
  const { problem, setProblem } = useFormProblem()

  async function submit({ password }: PasswordValues) {
    setProblem(null)
    onBusy(true)
    const result = await login({ email, password }).finally(() => onBusy(false))
    if (result.outcome === 'signed-in') return onSignedIn()
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
      <Field label="Password" required error={form.formState.errors.password?.message}>
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
      <FormProblem problem={problem} />
    </form>
  )
}
