import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Button } from '#app/components/ui/button.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { PasswordInput } from '#app/components/ui/password-input.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { type EmailValues, newEmailSchema } from '#app/features/account/auth.schema.ts'
import { waitMessageOf } from '#app/features/account/email-wait.ts'
import { authProblem, FormProblem, useFormProblem } from '#app/features/account/form-problem.tsx'
import { mayReplaceEmail } from '#app/features/account/replace-email.ts'
import { useWhenOnline } from '#app/platform/offline.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { myUser } from './my-user.ts'

interface EmailFormProps {
  /** The current address. */
  email: string
  path: string
  onDone: () => void
}

export function EmailForm({ email, path, onDone }: EmailFormProps) {
  const { connect, user } = useSession()
  const isReplacing = mayReplaceEmail(user)
  const form = useForm<EmailValues>({
    resolver: zodResolver(newEmailSchema(email, isReplacing)),
    defaultValues: { email: '', currentPassword: '' },
  })
  const client = useQueryClient()
  const { errors, isSubmitting } = form.formState
  const { problem, setProblem, isWaiting } = useFormProblem()

  async function submit({ email: wanted, currentPassword }: EmailValues) {
    setProblem(null)
    const auth = await connect()
    const { data, error } = await auth.updateUser(
      { email: wanted, ...(isReplacing && { current_password: currentPassword }) },
      { emailRedirectTo: `${window.location.origin}${path}` },
    )
    if (error?.code === 'current_password_invalid')
      return form.setError('currentPassword', { message: 'That isn’t your current password' }, { shouldFocus: true })
    if (error?.code === 'email_address_invalid')
      return form.setError('email', { message: error.message }, { shouldFocus: true })
    if (error) return setProblem(waitMessageOf(error) ?? authProblem(error))
    client.setQueryData(myUser(connect).queryKey, data.user)
    if (isReplacing) toast.success('Your email address has been changed.')
    onDone()
  }
  const send = form.handleSubmit(submit)
  useWhenOnline(isWaiting, send)

  return (
    <form noValidate className="grid gap-5" onSubmit={send} aria-label="Change your email address">
      <Field
        label="New email address"
        required
        error={errors.email?.message}
        hint={
          isReplacing
            ? 'You’ll sign in with it. New leads are also emailed to it, if they went to the old address.'
            : 'We’ll email both addresses. Your enquiries and test drives stay with your account.'
        }
      >
        <Input {...form.register('email')} type="email" autoComplete="email" inputMode="email" />
      </Field>
      {isReplacing && (
        <Field label="Current password" required error={errors.currentPassword?.message}>
          <PasswordInput {...form.register('currentPassword')} autoComplete="current-password" />
        </Field>
      )}
      <FormProblem problem={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={isSubmitting}>
          {submitLabel(isReplacing, isSubmitting)}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function submitLabel(isReplacing: boolean, isSubmitting: boolean): string {
  if (isReplacing) return isSubmitting ? 'Saving...' : 'Change email address'
  return isSubmitting ? 'Sending...' : 'Send confirmation emails'
}
