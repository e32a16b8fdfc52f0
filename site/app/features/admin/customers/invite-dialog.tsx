import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { siteStatus } from '#app/features/admin/site-status.ts'
import { inviteSchema } from './customer.schema.ts'
import { InviteRefused, inviteColleague } from './customer-queries.ts'

/** Invites another admin by email address. */
export function InviteDialog({ onClose }: { onClose(): void }) {
  const formId = useId()
  const client = useQueryClient()
  const { data: site } = useQuery(siteStatus)
  const { register, handleSubmit, formState } = useForm<{ email: string }>({
    defaultValues: { email: '' },
    resolver: zodResolver(inviteSchema),
  })
  const inviting = useMutation({
    mutationFn: ({ email }: { email: string }) => inviteColleague(email),
    onSuccess: (_, { email }) => {
      toast.success(
        site?.mailConfigured === false
          ? `The invitation to ${email} will be sent once email is set up`
          : `Invitation sent to ${email}`,
      )
      onClose()
      return client.invalidateQueries()
    },
  })
  const { error } = inviting

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title="Invite a colleague"
      description="They’ll get an email with a link to choose a password. The link can be used only once and expires after 24 hours. They’ll have full admin access."
      footer={
        <>
          <Button variant="hairline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={inviting.isPending}>
            Invite
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit((values) => inviting.mutate(values))} className="grid gap-5">
        {site?.mailConfigured === false && (
          <Alert tone="warning">Email isn’t set up yet. We’ll send the invitation once it is.</Alert>
        )}
        {error && (
          <Alert tone="danger">
            {error instanceof InviteRefused ? error.message : 'Failed to send the invitation. Please try again.'}
          </Alert>
        )}
        <Field label="Email" required error={formState.errors.email?.message}>
          <Input {...register('email')} type="email" autoComplete="off" />
        </Field>
      </form>
    </Dialog>
  )
}
