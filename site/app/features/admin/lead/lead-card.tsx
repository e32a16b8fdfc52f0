import { Mail, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '#app/components/ui/card.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import type { InboxItem } from '#app/features/admin/enquiries/inbox-queries.ts'
import { canBeEmailed, replyAddress, testDriveTime } from '#app/features/admin/enquiries/inbox-rules.ts'
import { AskingPrice } from '#app/features/admin/vehicles/asking-price.tsx'
import { VehicleStatusBadge } from '#app/features/admin/vehicles/vehicle-status-badge.tsx'
import { telHref } from '#app/lib/telephone.ts'
import { VehicleImage } from '#app/platform/vehicle-image.tsx'
import type { LeadVehicle } from './lead-queries.ts'

interface LeadCardProps {
  lead: InboxItem
  /** Undefined while loading, null if there is none or it has been deleted. */
  vehicle: LeadVehicle | null | undefined
  personId: string | null
  /** Null if the number cannot be a mobile. */
  whatsApp: string | null
  onCall(): void
}

/** Who sent the lead, about which vehicle, and what they wrote. */
export function LeadCard({ lead, vehicle, personId, whatsApp, onCall }: LeadCardProps) {
  return (
    <Card className="p-5 text-sm sm:p-6">
      <dl className="-my-3 divide-y divide-hairline">
        <Entry label="Customer">
          <div className="flex flex-wrap gap-x-6 gap-y-1 *:min-h-11 *:items-center lg:*:min-h-7">
            {personId ? (
              <TextLink to={`/admin/people/${personId}`} className="inline-flex font-medium">
                {lead.name}
              </TextLink>
            ) : (
              <span className="inline-flex font-medium">{lead.name}</span>
            )}
            {canBeEmailed(lead) && (
              <TextLink href={replyAddress(lead)} className="inline-flex gap-1.5 break-all">
                <Mail aria-hidden className="size-3.5 shrink-0" strokeWidth={1.5} /> {lead.email}
              </TextLink>
            )}
            {lead.phone && (
              <TextLink href={telHref(lead.phone)} className="tabular inline-flex gap-1.5" onClick={onCall}>
                <Phone aria-hidden className="size-3.5 shrink-0" strokeWidth={1.5} /> {lead.phone}
              </TextLink>
            )}
            {whatsApp && (
              <TextLink href={whatsApp} target="_blank" rel="noreferrer" className="inline-flex gap-1.5">
                <MessageCircle aria-hidden className="size-3.5 shrink-0" strokeWidth={1.5} /> WhatsApp
              </TextLink>
            )}
          </div>
        </Entry>
        {(lead.vehicle_id || lead.vehicle_title) && (
          <Entry label="Vehicle">
            <Vehicle title={lead.vehicle_title} vehicle={lead.vehicle_id ? vehicle : null} />
          </Entry>
        )}
        {lead.preferred_date && (
          <Entry label="Test drive">
            <span className="tabular">{testDriveTime(lead.preferred_date)}</span>
          </Entry>
        )}
        <Entry label="Message">
          <p className="wrap-anywhere max-w-[70ch] whitespace-pre-wrap">
            {lead.message || <span className="text-quiet">No message</span>}
          </p>
        </Entry>
      </dl>
    </Card>
  )
}

function Vehicle({ title, vehicle }: { title: string | null; vehicle: LeadVehicle | null | undefined }) {
  if (vehicle === undefined) return <Skeleton className="h-16" />
  if (!vehicle) return <span className="text-quiet">{title ? `${title} (since deleted)` : 'Deleted vehicle'}</span>
  return (
    <div className="flex items-center gap-4">
      <div className="w-24 shrink-0">
        <VehicleImage src={vehicle.vehicle_images[0]?.image_url} alt="" sizes="96px" isSmall />
      </div>
      <div className="grid min-w-0 gap-0.5">
        <TextLink
          to={vehicle.vehicle_state === 'Draft' ? `/admin/vehicles/edit/${vehicle.id}` : `/vehicles/${vehicle.id}`}
          target="_blank"
          rel="noreferrer"
          className="font-medium"
        >
          {vehicle.title}
        </TextLink>
        <p className="tabular text-quiet">
          <AskingPrice vehicle={vehicle} />
        </p>
        <p>
          <VehicleStatusBadge vehicle={vehicle} />
        </p>
      </div>
    </div>
  )
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 py-3 sm:grid-cols-[110px_1fr]">
      <dt className="text-quiet lg:leading-7">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
