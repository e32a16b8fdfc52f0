import { useRouteLoaderData } from 'react-router'
import type { InboxItem } from '#app/features/admin/enquiries/inbox-queries.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import { useSession } from '#app/platform/session/session.tsx'
import type { LeadVehicle } from './lead-queries.ts'
import { replyValues } from './reply-values.ts'

/** The signed-in member of staff's name, as customers know it. */
export function useOwnName(): string {
  const { profile } = useSession()
  return [profile?.first_name, profile?.last_name].filter(Boolean).join(' ')
}

export function useReplyValues(lead: InboxItem, vehicle: LeadVehicle | null) {
  const root = useRouteLoaderData<{ siteUrl: string }>('root')
  return replyValues({ lead, vehicle, staff: useOwnName(), company: useCompany(), siteUrl: root?.siteUrl ?? '' })
}
