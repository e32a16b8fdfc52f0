import { Status, type Tone } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/components/ui/table.tsx'
import { DENSE } from '#app/features/admin/list/dense.ts'
import { formatDateTime } from '#app/lib/dates.ts'
import type { Undelivered } from './status-queries.ts'
import { ageInWords, kindInWords, subjectInWords } from './status-words.ts'

const WIDE = 'hidden lg:table-cell'

const STATUSES: Record<Undelivered['status'], { label: string; tone: Tone }> = {
  failed: { label: 'Failed', tone: 'danger' },
  held: { label: 'On hold', tone: 'warning' },
  pending: { label: 'Waiting', tone: 'warning' },
  sending: { label: 'Sending', tone: 'info' },
}

interface UndeliveredTableProps {
  items: Undelivered[]
  /** Without a mail server, emails cannot be retried. */
  canSendMail: boolean
  onRetry(item: Undelivered): void
  onDiscard(item: Undelivered): void
  onSendHeld(item: Undelivered): void
  onDiscardHeld(item: Undelivered): void
}

export function UndeliveredTable({ items, ...actions }: UndeliveredTableProps) {
  return (
    <Table label="Not delivered yet" className={DENSE}>
      <TableHead>
        <TableRow>
          <TableHeader>Item and recipient</TableHeader>
          <TableHeader className={WIDE}>Status</TableHeader>
          <TableHeader className={WIDE}>Since</TableHeader>
          <TableHeader numeric className={WIDE}>
            Attempts
          </TableHeader>
          <TableHeader className={WIDE}>Details</TableHeader>
          <TableHeader>
            <span className="sr-only">Actions</span>
          </TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {items.map((item) => (
          <UndeliveredRow key={`${item.queue} ${item.id}`} item={item} {...actions} />
        ))}
      </TableBody>
    </Table>
  )
}

function UndeliveredRow({
  item,
  canSendMail,
  onRetry,
  onDiscard,
  onSendHeld,
  onDiscardHeld,
}: { item: Undelivered } & Omit<UndeliveredTableProps, 'items'>) {
  const { label, tone } = STATUSES[item.status]
  const name = `${kindInWords(item.kind)}, ${subjectInWords(item)}`
  const isHeld = item.status === 'held'
  const wasTried = item.status === 'failed' || (item.status === 'pending' && item.attempts > 0)
  return (
    <TableRow>
      <TableCell className="py-2.5! align-top lg:max-w-[34ch] lg:align-middle">
        <span className="block font-medium">{kindInWords(item.kind)}</span>
        <span className="block text-quiet text-xs [overflow-wrap:anywhere]">{subjectInWords(item)}</span>
        <span className="mt-1.5 flex flex-wrap items-center gap-x-3 text-xs lg:hidden">
          <Status tone={tone} className="text-xs">
            {label}
          </Status>
          <span className="text-quiet">
            <Age since={item.since} />
            {item.attempts > 0 && `, ${item.attempts} ${item.attempts === 1 ? 'attempt' : 'attempts'}`}
          </span>
        </span>
        {item.last_error && (
          <span className="mt-1 block max-w-[60ch] text-quiet text-xs [overflow-wrap:anywhere] lg:hidden">
            {item.last_error}
          </span>
        )}
      </TableCell>
      <TableCell className={WIDE}>
        <Status tone={tone}>{label}</Status>
      </TableCell>
      <TableCell className={`whitespace-nowrap ${WIDE}`}>
        <Age since={item.since} />
      </TableCell>
      <TableCell numeric className={WIDE}>
        {item.attempts}
      </TableCell>
      <TableCell className={`min-w-[30ch] text-quiet text-xs [overflow-wrap:anywhere] ${WIDE}`}>
        {item.last_error ?? '–'}
      </TableCell>
      <TableCell className="w-px align-top lg:align-middle">
        <span className="flex flex-col items-stretch justify-end gap-1.5 py-1.5 xl:flex-row xl:items-center">
          {(item.status === 'failed' || isHeld) && (
            <Button
              size="sm"
              variant="quiet"
              className="whitespace-nowrap"
              aria-label={`Discard: ${name}`}
              onClick={() => (isHeld ? onDiscardHeld(item) : onDiscard(item))}
            >
              Discard
            </Button>
          )}
          {isHeld && canSendMail && (
            <Button size="sm" variant="hairline" aria-label={`Send: ${name}`} onClick={() => onSendHeld(item)}>
              Send
            </Button>
          )}
          {wasTried && (canSendMail || item.queue !== 'mail') && (
            <Button size="sm" variant="hairline" aria-label={`Retry: ${name}`} onClick={() => onRetry(item)}>
              Retry
            </Button>
          )}
        </span>
      </TableCell>
    </TableRow>
  )
}

const Age = ({ since }: { since: string }) => (
  <time dateTime={since} title={formatDateTime(since)}>
    {ageInWords(since)}
  </time>
)
