import { useLocation, useNavigate } from 'react-router'
import { InboxDialog, LeadNotFound } from '#app/features/admin/enquiries/inbox-dialog.tsx'
import { fullLeadPath } from '#app/features/admin/lead/lead-path.ts'
import { isLeadKind, LEADS } from '#supabase/functions/_shared/lead-kinds.ts'
import type { Route } from './+types/enquiry'

export function meta({ params: { kind } }: Route.MetaArgs) {
  return [{ title: `${isLeadKind(kind) ? LEADS[kind].label : 'Enquiry'} | Back office` }]
}

/** A lead's dialog, over the list of enquiries. */
export default function AdminEnquiryPage({ params: { kind, id } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const close = () => {
    if ((state as { isFromList?: boolean } | null)?.isFromList) void navigate(-1)
    else void navigate(`/admin/enquiries${search}`, { replace: true, preventScrollReset: true })
  }
  if (!isLeadKind(kind)) return <LeadNotFound onClose={close} />
  const reference = { kind, id }
  return <InboxDialog key={id} reference={reference} openLead={fullLeadPath(reference, search)} onClose={close} />
}
