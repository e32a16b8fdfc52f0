import { Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, ButtonLink, buttonClass } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { telHref } from '#app/lib/telephone.ts'
import { LEADS, type LeadKind } from '#supabase/functions/_shared/lead-kinds.ts'
import type { InboxItem, LeadReference } from './inbox-queries.ts'
import { replyAddress, testDriveTime } from './inbox-rules.ts'
import { LeadProgress } from './lead-progress.tsx'
import { useLead } from './use-lead.ts'

interface InboxDialogProps {
  reference: LeadReference
  /** The URL of the lead’s own page. */
  openLead: string
  onClose(): void
}

export function InboxDialog({ reference, openLead, onClose }: InboxDialogProps) {
  const lead = useLead(reference, onClose)
  const { data: item, isError, refetch } = lead.query
  const words = LEADS[reference.kind]
  if (item === null) return <LeadNotFound kind={reference.kind} onClose={onClose} />
  if (!item && isError) {
    return (
      <Notice title={`${words.label} Details`} onClose={onClose} onRetry={() => void refetch()}>
        We couldn’t load this {words.one}. Check your connection and try again.
      </Notice>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${words.label} Details`}
      description={item && `Received on ${formatDate(item.created_at)} at ${formatTime(item.created_at)}`}
      footer={
        <>
          <Button variant="hairline" onClick={onClose}>
            Close
          </Button>
          <ButtonLink variant="hairline" to={openLead}>
            Open lead
          </ButtonLink>
          {item?.email && (
            <a href={replyAddress(item)} className={buttonClass({ variant: 'hairline' })}>
              <Mail aria-hidden strokeWidth={1.5} />
              Email Customer
            </a>
          )}
          <Button
            loading={lead.pending === 'closed'}
            disabled={!item || item.status === 'Closed'}
            onClick={lead.markClosed}
          >
            Mark as Closed
          </Button>
        </>
      }
    >
      {item ? (
        <Details
          item={item}
          progress={
            <LeadProgress
              item={item}
              isBusy={lead.pending !== null}
              onAnswered={lead.markAnswered}
              onReopen={lead.reopen}
              onSetBack={lead.setBackToNew}
            />
          }
        />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Dialog>
  )
}

export function LeadNotFound({ kind = 'enquiry', onClose }: { kind?: LeadKind; onClose(): void }) {
  return (
    <Notice title={`${LEADS[kind].label} not found`} onClose={onClose}>
      This {LEADS[kind].one} no longer exists. It may have been deleted.
    </Notice>
  )
}

interface NoticeProps {
  title: string
  onClose(): void
  onRetry?(): void
  children: ReactNode
}

function Notice({ title, onClose, onRetry, children }: NoticeProps) {
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={
        <>
          <Button variant="hairline" onClick={onClose}>
            Close
          </Button>
          {onRetry && <Button onClick={onRetry}>Try again</Button>}
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}

function Details({ item, progress }: { item: InboxItem; progress: ReactNode }) {
  return (
    <dl className="-my-3 divide-y divide-hairline text-sm">
      <Entry label="Customer">
        <p className="font-medium">{item.name}</p>
        <p className="mt-1 flex flex-wrap gap-x-6 gap-y-1">
          {item.email && (
            <TextLink href={replyAddress(item)} className="break-all">
              <Mail aria-hidden className="size-3.5 shrink-0" strokeWidth={1.5} /> {item.email}
            </TextLink>
          )}
          {item.phone && (
            <TextLink href={telHref(item.phone)} className="tabular">
              <Phone aria-hidden className="size-3.5 shrink-0" strokeWidth={1.5} /> {item.phone}
            </TextLink>
          )}
        </p>
      </Entry>
      {isAboutVehicle(item) && (
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
      <Entry label="Status">{progress}</Entry>
    </dl>
  )
}

/** Staff may enter a call or visit without a vehicle. */
const isAboutVehicle = ({ kind, vehicle_title }: InboxItem) =>
  LEADS[kind].vehicleWord !== null && (LEADS[kind].sentBy !== 'staff' || Boolean(vehicle_title))

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
