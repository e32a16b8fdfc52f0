import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Button } from '#app/components/ui/button.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { type EmailValues, newEmailSchema } from '#app/features/account/auth.schema.ts'
import { waitMessageOf } from '#app/features/account/email-wait.ts'
import { authProblem, FormProblem, useFormProblem } from '#app/features/account/form-problem.tsx'
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
  const form = useForm<EmailValues>({ resolver: zodResolver(newEmailSchema(email)), defaultValues: { email: '' } })
  const { connect } = useSession()
  const client = useQueryClient()
  const { errors, isSubmitting } = form.formState
  const { problem, setProblem, isWaiting } = useFormProblem()

  async function submit(values: EmailValues) {
    setProblem(null)
    const auth = await connect()
    const { data, error } = await auth.updateUser(values, { emailRedirectTo: `${window.location.origin}${path}` })
    if (error?.code === 'email_address_invalid')
      return form.setError('email', { message: error.message }, { shouldFocus: true })
    if (error) return setProblem(waitMessageOf(error) ?? authProblem(error))
    client.setQueryData(myUser(connect).queryKey, data.user)
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
        hint="We’ll email both addresses. Your enquiries and test drives stay with your account."
      >
        <Input {...form.register('email')} type="email" autoComplete="email" inputMode="email" />
      </Field>
      <FormProblem problem={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={isSubmitting}>
          {isSubmitting ? 'Sending...' : 'Send confirmation emails'}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
