import { Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { telHref } from '#app/lib/telephone.ts'
import { LEADS } from '#supabase/functions/_shared/lead-kinds.ts'
import type { InboxItem } from './inbox-queries.ts'
import { replyAddress, testDriveTime } from './inbox-rules.ts'
import { InboxStatus } from './inbox-status.tsx'

interface InboxDialogProps {
  item: InboxItem | null
  isClosing: boolean
  onClose(): void
  onMarkClosed(item: InboxItem): void
}

export function InboxDialog({ item, isClosing, onClose, onMarkClosed }: InboxDialogProps) {
  return (
    <Dialog
      open={item !== null}
      onOpenChange={(open) => !open && onClose()}
      title={item ? `${LEADS[item.kind].label} Details` : ''}
      description={item && `Received on ${formatDate(item.created_at)} at ${formatTime(item.created_at)}`}
      footer={
        item && (
          <>
            <Button variant="hairline" onClick={onClose}>
              Close
            </Button>
            <a href={replyAddress(item)} className={buttonClass({ variant: 'hairline' })}>
              <Mail aria-hidden strokeWidth={1.5} />
              Email Customer
            </a>
            <Button loading={isClosing} disabled={item.status === 'Closed'} onClick={() => onMarkClosed(item)}>
              Mark as Closed
            </Button>
          </>
        )
      }
    >
      {item && <Details item={item} />}
    </Dialog>
  )
}

function Details({ item }: { item: InboxItem }) {
  return (
    <dl className="-my-3 divide-y divide-hairline text-sm">
      <Entry label="Customer">
        <p className="font-medium">{item.name}</p>
        <p className="mt-1 flex flex-wrap gap-x-6 gap-y-1">
          <TextLink href={replyAddress(item)} className="break-all">
            <Mail aria-hidden className="size-3.5 shrink-0" strokeWidth={1.5} /> {item.email}
          </TextLink>
          {item.phone && (
            <TextLink href={telHref(item.phone)} className="tabular">
              <Phone aria-hidden className="size-3.5 shrink-0" strokeWidth={1.5} /> {item.phone}
            </TextLink>
          )}
        </p>
      </Entry>
      {LEADS[item.kind].vehicleWord && (
        <Entry label="Vehicle">
          <VehicleReference id={item.vehicle_id} title={item.vehicle_title} />
        </Entry>
      )}
      {item.preferred_date && (
        <Entry label="Test drive">
          <span className="tabular">{testDriveTime(item.preferred_date)}</span>
        </Entry>
      )}
      <Entry label="Message">
        <p className="whitespace-pre-wrap break-words">
          {item.message || <span className="text-quiet">No message</span>}
        </p>
      </Entry>
      <Entry label="Status">
        <InboxStatus status={item.status} />
      </Entry>
    </dl>
  )
}

function VehicleReference({ id, title }: { id: string | null; title: string | null }) {
  if (!id) return <span className="text-quiet">{title ? `${title} (since deleted)` : 'Deleted vehicle'}</span>
  return (
    <TextLink to={`/vehicles/${id}`} target="_blank" rel="noreferrer">
      {title || 'View vehicle'}
    </TextLink>
  )
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 py-3 sm:grid-cols-[120px_1fr]">
      <dt className="text-quiet">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
