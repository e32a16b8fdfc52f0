import { useLocation } from 'react-router'
import { InboxDialog, LeadNotFound } from '#app/features/admin/enquiries/inbox-dialog.tsx'
import { useCloseOverList } from '#app/features/admin/enquiries/use-close-over-list.ts'
import { fullLeadPath } from '#app/features/admin/lead/lead-path.ts'
import { isLeadKind, LEADS } from '#supabase/functions/_shared/lead-kinds.ts'
import type { Route } from './+types/enquiry'

export function meta({ params: { kind } }: Route.MetaArgs) {
  return [{ title: `${isLeadKind(kind) ? LEADS[kind].label : 'Enquiry'} | Back office` }]
}

/** A lead's dialog, over the list of enquiries. */
export default function AdminEnquiryPage({ params: { kind, id } }: Route.ComponentProps) {
  const { search } = useLocation()
  const close = useCloseOverList()
  if (!isLeadKind(kind)) return <LeadNotFound onClose={close} />
  const reference = { kind, id }
  return <InboxDialog key={id} reference={reference} openLead={fullLeadPath(reference, search)} onClose={close} />
}
