import { Button } from '#app/components/ui/button.tsx'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import type { InboxItem } from './inbox-queries.ts'
import { shownStatus } from './inbox-rules.ts'
import { InboxStatus } from './inbox-status.tsx'

interface LeadProgressProps {
  item: InboxItem
  isBusy: boolean
  onAnswered(): void
  onReopen(): void
  onSetBack(): void
}

/**
 * The status, and whether the customer has been answered. Opening a lead sets it to Responded, so only staff know
 * whether an answer has been sent.
 */
export function LeadProgress({ item, isBusy, onAnswered, onReopen, onSetBack }: LeadProgressProps) {
  const isNew = shownStatus(item.status) === 'New'
  return (
    <div className="grid gap-2">
      <p>
        <InboxStatus status={item.status} />
        <span className="ml-3 text-quiet">
          {item.answered_at
            ? `Answered on ${formatDate(item.answered_at)} at ${formatTime(item.answered_at)}`
            : 'Not answered yet'}
        </span>
      </p>
      <p className="flex flex-wrap gap-2">
        {!item.answered_at && (
          <Button size="sm" variant="hairline" disabled={isBusy} onClick={onAnswered}>
            Mark as answered
          </Button>
        )}
        {item.status === 'Closed' && (
          <Button size="sm" variant="hairline" disabled={isBusy} onClick={onReopen}>
            Reopen
          </Button>
        )}
        {!isNew && (
          <Button size="sm" variant="quiet" disabled={isBusy} onClick={onSetBack}>
            Set back to New
          </Button>
        )}
      </p>
    </div>
  )
}
