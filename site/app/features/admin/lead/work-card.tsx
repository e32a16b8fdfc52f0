import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/select.tsx'
import type { InboxItem, LeadReference } from '#app/features/admin/enquiries/inbox-queries.ts'
import { shownStatus } from '#app/features/admin/enquiries/inbox-rules.ts'
import { InboxStatus } from '#app/features/admin/enquiries/inbox-status.tsx'
import type { useLead } from '#app/features/admin/enquiries/use-lead.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import type { Desk } from './lead-queries.ts'
import { NextStepForm } from './next-step-form.tsx'
import { useAssignee } from './use-assignee.ts'

interface WorkCardProps {
  reference: LeadReference
  lead: InboxItem
  desk: Desk
  actions: Pick<ReturnType<typeof useLead>, 'pending' | 'markAnswered' | 'markClosed' | 'setBackToNew' | 'reopen'>
}

/** The lead's status, its assignee and its next step. */
export function WorkCard({ reference, lead, desk, actions }: WorkCardProps) {
  return (
    <Card className="grid gap-6 p-5 sm:p-6">
      <LeadStatus lead={lead} actions={actions} />
      <Assignee reference={reference} desk={desk} />
      <NextStepForm reference={reference} desk={desk} />
    </Card>
  )
}

const TOUCH = 'max-lg:min-h-11'

function LeadStatus({ lead, actions }: Pick<WorkCardProps, 'lead' | 'actions'>) {
  const status = shownStatus(lead.status)
  const isBusy = actions.pending !== null
  return (
    <section aria-label="Status" className="grid gap-3">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <InboxStatus status={lead.status} />
        <span className="text-quiet">
          {lead.answered_at
            ? `Answered on ${formatDate(lead.answered_at)} at ${formatTime(lead.answered_at)}`
            : 'Not answered yet'}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {status === 'Closed' ? (
          <Button size="sm" className={TOUCH} disabled={isBusy} onClick={actions.reopen}>
            Reopen
          </Button>
        ) : (
          <Button size="sm" className={TOUCH} disabled={isBusy} onClick={actions.markClosed}>
            Mark as Closed
          </Button>
        )}
        {!lead.answered_at && (
          <Button size="sm" variant="hairline" className={TOUCH} disabled={isBusy} onClick={actions.markAnswered}>
            Mark as answered
          </Button>
        )}
        {status !== 'New' && (
          <Button size="sm" variant="quiet" className={TOUCH} disabled={isBusy} onClick={actions.setBackToNew}>
            Set back to New
          </Button>
        )}
      </div>
    </section>
  )
}

function Assignee({ reference, desk }: Pick<WorkCardProps, 'reference' | 'desk'>) {
  const { ownId, options, assign, isBusy } = useAssignee(reference, desk.assignee_id)
  return (
    <section aria-label="Assigned to" className="flex flex-wrap items-end gap-2">
      <Field label="Assigned to" className="min-w-40 flex-1">
        <Select
          options={options}
          placeholder="No one"
          value={desk.assignee_id ?? ''}
          disabled={isBusy}
          onValueChange={(id) => assign(id || null)}
        />
      </Field>
      {ownId && desk.assignee_id !== ownId && (
        <Button variant="hairline" disabled={isBusy} onClick={() => assign(ownId)}>
          Assign to me
        </Button>
      )}
    </section>
  )
}
