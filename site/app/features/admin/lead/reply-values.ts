import type { InboxItem } from '#app/features/admin/enquiries/inbox-queries.ts'
import { formatTime } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import type { ReplyValues } from '#supabase/functions/_shared/reply-templates.ts'
import { visitInWords } from '#supabase/functions/_shared/visit.ts'
import type { LeadVehicle } from './lead-queries.ts'

interface Facts {
  lead: Pick<InboxItem, 'name' | 'vehicle_title' | 'preferred_date'>
  vehicle: Pick<LeadVehicle, 'id' | 'title' | 'asking_price' | 'sold' | 'vehicle_state'> | null
  staff: string
  company: { companyName: string; companyPhone: string }
  siteUrl: string
}

/**
 * What the placeholders in a template are replaced with. A sold vehicle has no price, and a draft or a deleted one no
 * link. A price on application is filled in, because the customer has asked for it.
 */
export const replyValues = ({ lead, vehicle, staff, company, siteUrl }: Facts): ReplyValues => ({
  name: lead.name,
  vehicle: vehicle?.title ?? lead.vehicle_title ?? '',
  price: vehicle?.asking_price && !vehicle.sold ? formatPrice(vehicle.asking_price) : '',
  link: vehicle && vehicle.vehicle_state !== 'Draft' ? `${siteUrl}/vehicles/${vehicle.id}` : '',
  'test drive': lead.preferred_date
    ? visitInWords({ date: lead.preferred_date.slice(0, 10), time: formatTime(lead.preferred_date) })
    : '',
  staff,
  dealer: company.companyName,
  telephone: company.companyPhone,
})

/** Starts a conversation on WhatsApp, which the member of staff can change before sending it. */
export function openingWords({ lead, staff, company }: Pick<Facts, 'lead' | 'staff' | 'company'>): string {
  const about = lead.vehicle_title ? ` about the ${lead.vehicle_title}` : ''
  const from = staff ? `it’s ${staff} from ${company.companyName}` : `this is ${company.companyName}`
  return `Hello ${lead.name}, ${from}. Thank you for getting in touch${about}.`
}
