import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { colleagues } from '#app/features/admin/staff/staff-queries.ts'
import { useSession } from '#app/platform/session/session.tsx'
import type { InboxItem } from './inbox-queries.ts'
import { useLeadActions } from './use-lead-actions.ts'

interface AssignDialogProps {
  leads: InboxItem[]
  onClose(): void
  onDone(): void
}

export function AssignDialog({ leads, onClose, onDone }: AssignDialogProps) {
  const { data: staff = [] } = useQuery(colleagues)
  const ownId = useSession().user?.id ?? ''
  const [first] = leads
  const [assignee, setAssignee] = useState((leads.length === 1 && first?.assignee_id) || ownId)
  const { act, isPending } = useLeadActions()
  const save = () =>
    act({
      leads,
      change: { assignee: assignee || null },
      to: staff.find(({ id }) => id === assignee)?.name,
      onDone: () => {
        onDone()
        onClose()
      },
    })

  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title={leads.length === 1 ? `Assign the lead from ${first?.name}` : `Assign ${leads.length} leads`}
      footer={
        <>
          <Button variant="hairline" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isPending} onClick={save}>
            Assign
          </Button>
        </>
      }
    >
      <Field label="Assigned to">
        <Select
          placeholder="No one"
          options={staff.filter(({ disabled }) => !disabled).map(({ id, name }) => ({ value: id, label: name }))}
          value={assignee}
          onValueChange={setAssignee}
        />
      </Field>
    </Dialog>
  )
}
