import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { customerSchema } from '#app/features/admin/customers/customer.schema.ts'
import { z } from '#app/lib/zod.ts'
import { STAFF_ROLES } from '#supabase/functions/_shared/roles.ts'
import type { Invitation } from './staff-queries.ts'
import { STAFF_ROLE_OPTIONS, STAFF_ROLE_WORDS } from './staff-roles.ts'
import { inviteErrorInWords, useInvite } from './use-invite.ts'

const inviteSchema = customerSchema.pick({ email: true }).extend({ role: z.enum(STAFF_ROLES) })

/** Invites a colleague by email address. */
export function InviteDialog({ onClose }: { onClose(): void }) {
  const formId = useId()
  const { register, handleSubmit, watch, formState } = useForm<Invitation>({
    defaultValues: { email: '', role: 'sales' },
    resolver: zodResolver(inviteSchema),
  })
  const { inviting, waitsForMail } = useInvite({ onSent: onClose })

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title="Invite a colleague"
      description="They’ll get an email with a link to choose a password. The link can be used only once and expires after 24 hours."
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
        {waitsForMail && <Alert tone="warning">Email isn’t set up yet. We’ll send the invitation once it is.</Alert>}
        {inviting.error && <Alert tone="danger">{inviteErrorInWords(inviting.error)}</Alert>}
        <Field label="Email" required error={formState.errors.email?.message}>
          <Input {...register('email')} type="email" autoComplete="off" />
        </Field>
        <Field label="Role" required hint={STAFF_ROLE_WORDS[watch('role')].means}>
          <Select {...register('role')} options={STAFF_ROLE_OPTIONS} />
        </Field>
      </form>
    </Dialog>
  )
}
