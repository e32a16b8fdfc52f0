import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Button } from '#app/components/ui/button.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { browserRest } from '#app/lib/backend.ts'
import { PrivacyNote } from '#app/platform/company/privacy-note.tsx'
import { useWhenOnline } from '#app/platform/offline.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { type ProfileValues, profileSchema, splitName } from './auth.schema.ts'
import { FormProblem, useFormProblem } from './form-problem.tsx'

export function ProfileForm() {
  const { user, profile, refresh } = useSession()
  const form = useForm<ProfileValues>({
    resolver: zodResolver(profileSchema),
    defaultValues: {
      name: [profile?.first_name, profile?.last_name].filter(Boolean).join(' '),
      phone: profile?.phone ?? '',
    },
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const { problem, setProblem, isWaiting } = useFormProblem()

  async function submit(values: ProfileValues) {
    setProblem(null)
    const { error } = await browserRest()
      .from('profiles')
      .update({ ...splitName(values.name), phone: values.phone })
      .eq('id', user?.id ?? '')
    if (error) return setProblem('We couldn’t save your details. Please try again.')
    await refresh()
    form.reset(values)
    toast.success('Your details have been saved.')
  }
  const send = form.handleSubmit(submit)
  useWhenOnline(isWaiting, send)

  return (
    <form noValidate className="grid gap-5" onSubmit={send} aria-label="Your details">
      <Field label="Full name" required error={errors.name?.message}>
        <Input {...form.register('name')} autoComplete="name" />
      </Field>
      <Field label="Phone" optional error={errors.phone?.message}>
        <Input {...form.register('phone')} type="tel" autoComplete="tel" />
      </Field>
      <PrivacyNote />
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" variant="hairline" disabled={!isDirty} loading={isSubmitting}>
          {isSubmitting ? 'Saving...' : 'Save details'}
        </Button>
      </div>
    </form>
  )
}
