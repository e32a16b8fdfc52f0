import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Field } from '#app/components/ui/field.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { PasswordInput } from '#app/components/ui/password-input.tsx'
import { type PasswordValues, passwordSchema } from '#app/features/account/auth.schema.ts'
import { FormProblem, useFormProblem } from '#app/features/account/form-problem.tsx'
import { CHALLENGE_MESSAGE } from '#app/lib/submit-error.ts'
import { useChallengedSubmit } from '#app/platform/captcha/use-challenged-submit.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { DELETION_FAILED, type Deletion, deleteByPassword } from './delete-account.ts'

interface DeleteByPasswordFormProps {
  id: string
  onBusy: (isBusy: boolean) => void
  onDeleted: () => Promise<void>
}

export function DeleteByPasswordForm({ id, onBusy, onDeleted }: DeleteByPasswordFormProps) {
  const form = useForm<PasswordValues>({ resolver: zodResolver(passwordSchema), defaultValues: { password: '' } })
  const { user } = useSession()
  const submitChallenged = useChallengedSubmit('login')
  const { problem, setProblem } = useFormProblem()

  async function submit({ password }: PasswordValues) {
    setProblem(null)
    onBusy(true)
    const result = await submitChallenged<Deletion>(
      (captchaToken) => deleteByPassword({ email: user?.email ?? '', password, captchaToken }),
      { outcome: 'refused', message: CHALLENGE_MESSAGE },
    ).catch(() => DELETION_FAILED)
    onBusy(false)
    if (result.outcome === 'wrong') return form.setError('password', { message: result.message }, { shouldFocus: true })
    if (result.outcome === 'refused') return setProblem(result.message)
    await onDeleted()
  }

  return (
    <form
      id={id}
      noValidate
      className="grid gap-5"
      onSubmit={form.handleSubmit(submit)}
      aria-label="Delete your account"
    >
      <Field
        label="Your password"
        required
        error={form.formState.errors.password?.message}
        hint={
          <>
            This is to make sure it’s you. Don’t have a password?{' '}
            <PathLink to="/forgot-password" className="underline underline-offset-4 hover:text-ink">
              Set one by email
            </PathLink>
          </>
        }
      >
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
      <FormProblem problem={problem} />
    </form>
  )
}
