import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { Field, PasswordInput } from '#app/components/ui/field.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { type PasswordValues, passwordSchema } from '#app/features/account/auth.schema.ts'
import { FormProblem, useFormProblem } from '#app/features/account/form-problem.tsx'
import { CHALLENGE_MESSAGE } from '#app/lib/submit-error.ts'
import { useChallengedSubmit } from '#app/platform/captcha/use-challenged-submit.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { DELETION_FAILED, type Deletion, deleteByPassword } from './delete-account.ts'

export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const form = useForm<PasswordValues>({ resolver: zodResolver(passwordSchema), defaultValues: { password: '' } })
  const { user, leave } = useSession()
  const submitChallenged = useChallengedSubmit('login')
  const navigate = useNavigate()
  const { problem, setProblem } = useFormProblem()
  const { errors, isSubmitting } = form.formState

  async function submit({ password }: PasswordValues) {
    setProblem(null)
    const result = await submitChallenged<Deletion>(
      (captchaToken) => deleteByPassword({ email: user?.email ?? '', password, captchaToken }),
      { outcome: 'refused', message: CHALLENGE_MESSAGE },
    ).catch((): Deletion => DELETION_FAILED)
    if (result.outcome === 'wrong') return form.setError('password', { message: result.message }, { shouldFocus: true })
    if (result.outcome === 'refused') return setProblem(result.message)
    toast.success('Your account has been deleted.')
    await leave()
    await navigate('/', { replace: true })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      size="sm"
      title="Delete your account"
      description={`Everything under ${user?.email} goes at once. This cannot be undone.`}
      footer={
        <>
          <Button variant="hairline" onClick={onClose} disabled={isSubmitting}>
            Keep my account
          </Button>
          <Button variant="danger" type="submit" form={formId} loading={isSubmitting}>
            {isSubmitting ? 'Deleting...' : 'Delete for good'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={form.handleSubmit(submit)}
        aria-label="Delete your account"
      >
        <Field label="Your Password" required error={errors.password?.message} hint="So that nobody else can do this.">
          <PasswordInput {...form.register('password')} autoComplete="current-password" />
        </Field>
        <FormProblem problem={problem} />
      </form>
    </Dialog>
  )
}
