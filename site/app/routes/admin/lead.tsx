import { useLocation } from 'react-router'
import { LeadPage } from '#app/features/admin/lead/lead-page.tsx'
import { LeadUnavailable } from '#app/features/admin/lead/lead-unavailable.tsx'
import { isLeadKind, LEADS } from '#supabase/functions/_shared/lead-kinds.ts'
import type { Route } from './+types/lead'

export function meta({ params: { kind } }: Route.MetaArgs) {
  return [{ title: `${isLeadKind(kind) ? LEADS[kind].label : 'Enquiry'} | Back office` }]
}

export default function AdminLeadPage({ params: { kind, id } }: Route.ComponentProps) {
  const { search } = useLocation()
  if (!isLeadKind(kind)) return <LeadUnavailable />
  return <LeadPage key={id} reference={{ kind, id }} search={search} />
}
