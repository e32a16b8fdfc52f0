import { formatDate } from '#app/lib/dates.ts'
import type { CustomerMessage, LeadEvent } from './dashboard-queries.ts'
import { EnquiryStatus } from './enquiry-status.tsx'
import { LeadHistory } from './lead-history.tsx'

/** What the customer wrote through the contact form. Nothing is shown if they never did. */
export function MessageList({ rows, events }: { rows: CustomerMessage[]; events: readonly LeadEvent[] }) {
  if (rows.length === 0) return null
  return (
    <section aria-label="Your messages">
      <h2 className="display mb-5 text-2xl">Your messages</h2>
      <ul className="border-t border-hairline">
        {rows.map(({ id, status, createdAt, message, isAnswered }) => (
          <li key={id} className="grid gap-1.5 border-b border-hairline py-4">
            <div className="flex items-baseline justify-between gap-4">
              <p className="text-sm text-quiet">
                {isAnswered ? 'We’ve replied to you.' : 'We’ve received your message.'}
              </p>
              <span className="flex items-baseline gap-4">
                <EnquiryStatus status={status} />
                <span className="tabular text-sm text-quiet">{formatDate(createdAt)}</span>
              </span>
            </div>
            <LeadHistory
              about={formatDate(createdAt)}
              message={message}
              events={events.filter(({ leadId }) => leadId === id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
