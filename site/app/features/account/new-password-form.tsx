import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Button } from '#app/components/ui/button.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { PasswordInput } from '#app/components/ui/password-input.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { useWhenOnline } from '#app/platform/offline.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { type NewPasswordValues, newPasswordSchema, passwordHint, weakPasswordMessage } from './auth.schema.ts'
import { authProblem, FormProblem, useFormProblem } from './form-problem.tsx'

const EMPTY = { currentPassword: '', password: '', confirmPassword: '' }

interface NewPasswordFormProps {
  submitLabel: string
  /** Whether to ask for the current password, which is not needed after a reset link. */
  asksCurrent?: boolean
  /** Whether to ask the first admin for their own address, too. */
  replacesEmail?: boolean
  onDone: () => void
}

export function NewPasswordForm(props: NewPasswordFormProps) {
  const { submitLabel, asksCurrent = false, replacesEmail = false, onDone } = props
  const { connect, isStaff, user } = useSession()
  const form = useForm<NewPasswordValues>({
    resolver: zodResolver(newPasswordSchema({ asksCurrent, replacesEmail, isStaff })),
    defaultValues: { ...EMPTY, email: user?.email ?? '' },
  })
  const { errors, isSubmitting } = form.formState
  const { problem, setProblem, isWaiting } = useFormProblem()

  async function submit({ email, currentPassword, password }: NewPasswordValues) {
    setProblem(null)
    const auth = await connect()
    const { error } = await auth.updateUser({
      password,
      ...(asksCurrent && { current_password: currentPassword }),
      ...(replacesEmail && { email }),
    })
    if (replacesEmail && (error?.code === 'email_exists' || error?.code === 'email_address_invalid'))
      return form.setError('email', { message: error.message }, { shouldFocus: true })
    const weakness = error && weakPasswordMessage(error)
    if (weakness) return form.setError('password', { message: weakness }, { shouldFocus: true })
    if (error?.code === 'same_password')
      return form.setError('password', { message: error.message }, { shouldFocus: true })
    if (error?.code === 'current_password_invalid')
      return form.setError('currentPassword', { message: 'That isn’t your current password' }, { shouldFocus: true })
    if (error) return setProblem(authProblem(error))
    toast.success(replacesEmail ? 'Saved. Sign in with these from now on.' : 'Your password has been changed.')
    form.reset({ ...EMPTY, email })
    onDone()
  }
  const send = form.handleSubmit(submit)
  useWhenOnline(isWaiting, send)

  return (
    <form noValidate className="grid gap-5" onSubmit={send} aria-label={submitLabel}>
      {asksCurrent && (
        <Field label="Current password" required error={errors.currentPassword?.message}>
          <PasswordInput {...form.register('currentPassword')} autoComplete="current-password" />
        </Field>
      )}
      {replacesEmail && (
        <Field
          label="Email address"
          required
          error={errors.email?.message}
          hint="You’ll sign in with it, and we’ll email new leads to it. Replace it with your own if it isn’t yours."
        >
          <Input {...form.register('email')} type="email" autoComplete="email" inputMode="email" />
        </Field>
      )}
      <Field label="New password" required error={errors.password?.message} hint={passwordHint(isStaff)}>
        <PasswordInput {...form.register('password')} autoComplete="new-password" />
      </Field>
      <Field label="Confirm new password" required error={errors.confirmPassword?.message}>
        <PasswordInput {...form.register('confirmPassword')} autoComplete="new-password" />
      </Field>
      <FormProblem problem={problem} />
      <Button type="submit" size="lg" wide loading={isSubmitting}>
        {isSubmitting ? 'Saving...' : submitLabel}
      </Button>
    </form>
  )
}
