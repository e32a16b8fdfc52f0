import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import type { Draft } from '#app/features/admin/drafts/draft.ts'
import { DraftNotice } from '#app/features/admin/drafts/draft-notice.tsx'
import { useDraft } from '#app/features/admin/drafts/use-draft.ts'
import { colleagues } from '#app/features/admin/staff/staff-queries.ts'
import { type AddLeadValues, addLeadSchema, EMPTY_LEAD } from './add-lead.schema.ts'
import { AddLeadFields } from './add-lead-fields.tsx'
import { addLead, leadDraft } from './add-lead-queries.ts'
import { refreshInbox } from './use-lead-actions.ts'

interface AddLeadDialogProps {
  onClose(): void
  onAdded(id: string): void
}

/** For customers who call or visit. */
export function AddLeadDialog({ onClose, onAdded }: AddLeadDialogProps) {
  const formId = useId()
  const client = useQueryClient()
  const { data: staff = [] } = useQuery(colleagues)
  const [id] = useState(() => crypto.randomUUID())
  const form = useForm<AddLeadValues>({ defaultValues: EMPTY_LEAD, resolver: zodResolver(addLeadSchema) })
  const draft = useDraft<Draft<AddLeadValues>>(form, leadDraft)
  const { mutate, isPending } = useMutation({
    mutationFn: (values: AddLeadValues) => addLead(id, values),
    onSuccess: async () => {
      draft.drop()
      toast.success('Lead added')
      await refreshInbox(client)
      onAdded(id)
    },
    onError: (error: { code?: string; message: string }) =>
      toast.error(error.code === 'P0001' ? error.message : 'Failed to add the lead. Please try again.'),
  })
  const restore = () => {
    if (draft.found) form.reset({ ...EMPTY_LEAD, ...draft.found.values }, { keepDefaultValues: true })
    draft.dismiss()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add lead"
      description="For a customer who called or visited."
      footer={
        <>
          <Button variant="hairline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={isPending}>
            Add lead
          </Button>
        </>
      }
    >
      {draft.found && <DraftNotice savedAt={draft.found.savedAt} onRestore={restore} onDiscard={draft.drop} />}
      <form id={formId} noValidate onSubmit={form.handleSubmit((values) => mutate(values))}>
        <AddLeadFields form={form} staff={staff.filter(({ disabled }) => !disabled)} />
      </form>
    </Dialog>
  )
}
