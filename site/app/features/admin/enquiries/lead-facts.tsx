import { formatDate } from '#app/lib/dates.ts'
import { LEADS } from '#supabase/functions/_shared/lead-kinds.ts'
import { isOverdue } from './desk-filters.ts'
import type { InboxItem } from './inbox-queries.ts'
import { isUnanswered, SOURCE_LABELS, testDriveTime } from './inbox-rules.ts'

interface FactProps {
  item: InboxItem
  className?: string
}

export const TestDriveTime = ({ item, className = '' }: FactProps) =>
  item.preferred_date && (
    <span className={`tabular block text-xs ${className}`}>Booked for {testDriveTime(item.preferred_date)}</span>
  )

export const Unanswered = ({ item, className = '' }: FactProps) =>
  isUnanswered(item) && <span className={`whitespace-nowrap text-quiet text-xs ${className}`}>Not answered yet</span>

/** The type of a call or visit already says where it came from. */
export const Source = ({ item }: FactProps) =>
  (item.is_demo || LEADS[item.kind].sentBy !== 'staff') && (
    <span className="block text-quiet text-xs">
      {item.is_demo ? 'Demo' : (SOURCE_LABELS[item.source] ?? item.source)}
    </span>
  )

export const DueDate = ({ item }: FactProps) =>
  item.due_on && (
    <span className={`tabular whitespace-nowrap ${isOverdue(item) ? 'font-medium text-danger' : ''}`}>
      {formatDate(item.due_on)}
      {isOverdue(item) && <span className="sr-only"> (overdue)</span>}
    </span>
  )
