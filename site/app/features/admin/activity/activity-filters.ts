import { isDay } from '#app/lib/dates.ts'
import { LEAD_KINDS } from '#supabase/functions/_shared/lead-kinds.ts'

interface ActivitySubject {
  label: string
  /** A PostgREST condition on the kind. */
  filter: string
  /** Sales staff may not read these. */
  isForAdmins?: boolean
}

/** The subjects of activity, by their value in the URL. */
export const ACTIVITY_SUBJECTS: Record<string, ActivitySubject> = {
  leads: {
    label: 'Enquiries and test drives',
    filter: [`kind.in.(${LEAD_KINDS},leads_forgotten)`, ...LEAD_KINDS.map((kind) => `kind.like.${kind}_*`)].join(),
  },
  people: { label: 'People', filter: 'kind.like.person_*,kind.in.(people_merged,merge_undone)' },
  vehicles: { label: 'Vehicles', filter: 'kind.like.vehicle_*' },
  accounts: {
    label: 'Customers and staff',
    filter:
      'kind.like.customer_*,kind.like.account_*,kind.in.(colleague_invited,admin_invited,role_changed,second_steps_reset)',
    isForAdmins: true,
  },
  settings: {
    label: 'Settings and system',
    filter: 'kind.like.settings_*,kind.like.outgoing_*',
    isForAdmins: true,
  },
}

export interface ActivityFilters {
  /** A member of staff's id. */
  who: string
  what: string
  /** Dates in London, or empty. */
  from: string
  to: string
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The filters in the URL. Values that cannot be right are ignored. */
export function readActivityFilters(params: URLSearchParams): ActivityFilters {
  const read = (key: string, isValid: (value: string) => boolean) => {
    const value = (params.get(key) ?? '').slice(0, 40)
    return isValid(value) ? value : ''
  }
  return {
    who: read('who', (value) => UUID.test(value)),
    what: read('what', (value) => Object.hasOwn(ACTIVITY_SUBJECTS, value)),
    from: read('from', isDay),
    to: read('to', isDay),
  }
}
