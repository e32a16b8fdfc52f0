import {
  CalendarCheck,
  CalendarClock,
  CalendarX,
  CircleCheck,
  CircleDot,
  Inbox,
  type LucideIcon,
  Mail,
  MessageSquareReply,
  Phone,
  StickyNote,
  UserRound,
} from 'lucide-react'
import { Status, type Tone } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { formatDateTime } from '#app/lib/dates.ts'
import type { LeadEvent } from './lead-queries.ts'
import { deliveryInWords, type TimelineEntry } from './timeline.ts'

const ICONS: Record<TimelineEntry['event'], LucideIcon> = {
  arrived: Inbox,
  note: StickyNote,
  call: Phone,
  reply: MessageSquareReply,
  email: Mail,
  assigned: UserRound,
  status: CircleDot,
  answered: CircleCheck,
  planned: CalendarCheck,
  cancelled: CalendarX,
  asked: CalendarClock,
}

const TONES: Record<NonNullable<LeadEvent['delivery']>, Tone> = {
  pending: 'info',
  sending: 'info',
  sent: 'success',
  failed: 'danger',
  held: 'warning',
}

interface TimelineListProps {
  entries: TimelineEntry[]
  /** The reply that is being sent again. */
  resending: string | null
  onResend(id: string): void
}

export function TimelineList({ entries, resending, onResend }: TimelineListProps) {
  return (
    <ol aria-label="Timeline" className="divide-y divide-hairline">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} isResending={entry.id === resending} onResend={() => onResend(entry.id)} />
      ))}
    </ol>
  )
}

function Entry({ entry, isResending, onResend }: { entry: TimelineEntry; isResending: boolean; onResend(): void }) {
  const Icon = ICONS[entry.event]
  const { delivery } = entry.reply ?? {}
  const canResend = delivery === 'failed' || delivery === 'held'
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 py-3 text-sm">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-brass" strokeWidth={1.5} />
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="wrap-anywhere font-medium">{entry.title}</p>
          <p className="text-quiet text-xs">
            {entry.by && `${entry.by}, `}
            <time dateTime={entry.at} className="tabular">
              {formatDateTime(entry.at)}
            </time>
          </p>
        </div>
        {entry.text && <p className="wrap-anywhere whitespace-pre-wrap">{entry.text}</p>}
        {entry.reply && delivery && (
          <Status tone={TONES[delivery]} className="whitespace-normal! text-xs">
            {deliveryInWords(entry.reply)}
          </Status>
        )}
        {canResend && (
          <div>
            <Button size="sm" variant="hairline" className="max-lg:min-h-11" loading={isResending} onClick={onResend}>
              Send again
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}
