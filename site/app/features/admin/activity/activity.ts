import { leadPath } from '#app/features/admin/enquiries/inbox-rules.ts'
import { isLeadKind } from '#supabase/functions/_shared/lead-kinds.ts'

export interface Activity {
  id: number
  kind: string
  summary: string
  vehicle_id: string | null
  subject_id: string | null
  created_at: string
  actor: { first_name: string; last_name: string; email: string } | null
}

/** The name of the admin who did it. Customers send leads and register themselves, and the summary names them. */
export function staffName({ kind, actor }: Pick<Activity, 'kind' | 'actor'>): string | null {
  if (!actor || isLeadKind(kind) || kind === 'customer_registered') return null
  return `${actor.first_name} ${actor.last_name}`.trim() || actor.email || null
}

/** The screen that the activity is about. */
export function pathOf({ kind, vehicle_id, subject_id }: Pick<Activity, 'kind' | 'vehicle_id' | 'subject_id'>) {
  if (isLeadKind(kind) && subject_id) return leadPath({ kind, id: subject_id })
  return vehicle_id && `/admin/vehicles/edit/${vehicle_id}`
}
