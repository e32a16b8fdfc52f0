import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { PasswordInput } from '#app/components/ui/password-input.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { useWhenOnline } from '#app/platform/offline.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { type NewPasswordValues, newPasswordSchema, passwordHint, weakPasswordMessage } from './auth.schema.ts'
import { authProblem, FormProblem, useFormProblem } from './form-problem.tsx'

const EMPTY: NewPasswordValues = { currentPassword: '', password: '', confirmPassword: '' }

interface NewPasswordFormProps {
  submitLabel: string
  /** Whether to ask for the current password, which is not needed after a reset link. */
  asksCurrent?: boolean
  onDone: () => void
}

export function NewPasswordForm({ submitLabel, asksCurrent = false, onDone }: NewPasswordFormProps) {
  const { connect, isAdmin } = useSession()
  const form = useForm<NewPasswordValues>({
    resolver: zodResolver(newPasswordSchema({ asksCurrent, isStaff: isAdmin })),
    defaultValues: EMPTY,
  })
  const { errors, isSubmitting } = form.formState
  const { problem, setProblem, isWaiting } = useFormProblem()

  async function submit({ currentPassword, password }: NewPasswordValues) {
    setProblem(null)
    const auth = await connect()
    const { error } = await auth.updateUser({ password, ...(asksCurrent && { current_password: currentPassword }) })
    const weakness = error && weakPasswordMessage(error)
    if (weakness) return form.setError('password', { message: weakness }, { shouldFocus: true })
    if (error?.code === 'same_password')
      return form.setError('password', { message: error.message }, { shouldFocus: true })
    if (error?.code === 'current_password_invalid')
      return form.setError('currentPassword', { message: 'That isn’t your current password' }, { shouldFocus: true })
    if (error) return setProblem(authProblem(error))
    toast.success('Your password has been changed.')
    form.reset(EMPTY)
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
      <Field label="New password" required error={errors.password?.message} hint={passwordHint(isAdmin)}>
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
