import { InboxDialog, LeadNotFound } from '#app/features/admin/enquiries/inbox-dialog.tsx'
import { useCloseOverList } from '#app/features/admin/enquiries/use-close-over-list.ts'
import { isLeadKind, LEADS } from '#supabase/functions/_shared/lead-kinds.ts'
import type { Route } from './+types/enquiry'

export function meta({ params: { kind } }: Route.MetaArgs) {
  return [{ title: `${isLeadKind(kind) ? LEADS[kind].label : 'Enquiry'} | Back office` }]
}

/** A lead's dialog, over the list of enquiries. */
export default function AdminEnquiryPage({ params: { kind, id } }: Route.ComponentProps) {
  const close = useCloseOverList()
  if (!isLeadKind(kind)) return <LeadNotFound onClose={close} />
  return <InboxDialog key={id} reference={{ kind, id }} onClose={close} />
}
