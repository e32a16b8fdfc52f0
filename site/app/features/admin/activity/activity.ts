import { leadPath } from '#app/features/admin/enquiries/inbox-rules.ts'
import { personPath } from '#app/features/admin/people/people-queries.ts'
import { isLeadKind, LEADS } from '#supabase/functions/_shared/lead-kinds.ts'

export interface Activity {
  id: number
  kind: string
  summary: string
  vehicle_id: string | null
  subject_id: string | null
  created_at: string
  actor: { first_name: string; last_name: string; email: string } | null
}

/** The name of the member of staff who did it. Customers send leads and register themselves, and the summary names them. */
export function staffName({ kind, actor }: Pick<Activity, 'kind' | 'actor'>): string | null {
  if (!actor || kind === 'customer_registered' || (isLeadKind(kind) && LEADS[kind].sentBy !== 'staff')) return null
  return `${actor.first_name} ${actor.last_name}`.trim() || actor.email || null
}

const ABOUT_PEOPLE = /^(person|people|merge)_/

/** The screen that the activity is about. */
export function pathOf({ kind, vehicle_id, subject_id }: Pick<Activity, 'kind' | 'vehicle_id' | 'subject_id'>) {
  if (!subject_id) return vehicle_id && `/admin/vehicles/edit/${vehicle_id}`
  // What staff did with a lead starts with its kind: `test-drive_reply`.
  const [lead = ''] = kind.split('_')
  if (isLeadKind(lead)) return leadPath({ kind: lead, id: subject_id })
  if (ABOUT_PEOPLE.test(kind)) return personPath(subject_id)
  return vehicle_id && `/admin/vehicles/edit/${vehicle_id}`
}
