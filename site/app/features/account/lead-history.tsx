import { formatDate } from '#app/lib/dates.ts'
import type { LeadEvent } from './dashboard-queries.ts'

interface Entry {
  id: string
  title: string
  text: string
}

function entriesOf(message: string, events: readonly LeadEvent[]): Entry[] {
  const entries = events.flatMap(({ event, subject, body, createdAt }): Entry[] => {
    const on = `on ${formatDate(createdAt)}`
    if (event === 'reply') return [{ id: createdAt, title: `Our reply ${on}: ${subject}`, text: body }]
    return event === 'asked' ? [{ id: createdAt, title: `You asked for another time ${on}`, text: body }] : []
  })
  return message ? [{ id: 'sent', title: 'What you wrote', text: message }, ...entries] : entries
}

interface LeadHistoryProps {
  /** Tells apart entries with the same words, for screen readers. */
  about: string
  message: string
  events: readonly LeadEvent[]
}

/** What the customer wrote and what the dealer replied, each behind its own line. */
export function LeadHistory({ about, message, events }: LeadHistoryProps) {
  return entriesOf(message, events).map(({ id, title, text }) => (
    <details key={id} className="text-sm">
      <summary className="w-fit cursor-pointer py-1 text-quiet hover:text-ink">
        {title}
        <span className="sr-only">: {about}</span>
      </summary>
      <p className="max-w-measure border-l-2 border-hairline py-1 pl-4 wrap-anywhere whitespace-pre-line">{text}</p>
    </details>
  ))
}
