import { queryOptions } from '@tanstack/react-query'
import type { LeadReference } from '#app/features/admin/enquiries/inbox-queries.ts'
import { browserRest } from '#app/lib/backend.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { LeadKind } from '#supabase/functions/_shared/lead-kinds.ts'

/** Colleagues see each other's changes within this time. */
export const POLL_SECONDS = 7
/** While a reply is on its way. */
const SENDING_POLL_SECONDS = 2

interface Name {
  first_name: string
  last_name: string
  email: string
}

export interface LeadEvent {
  id: string
  /** As the table's check lists them. The customer has cancelled a test drive or asked for another time. */
  event: 'note' | 'call' | 'reply' | 'email' | 'assigned' | 'status' | 'answered' | 'planned' | 'cancelled' | 'asked'
  body: string
  subject: string
  delivery: 'pending' | 'sending' | 'sent' | 'failed' | 'held' | null
  problem: string | null
  created_at: string
  actor: Name | null
}

/** What staff have added to a lead, with its timeline in the order in which it happened. */
export interface Desk {
  assignee_id: string | null
  next_step: string
  due_on: string | null
  source: string
  person: { root_id: string } | null
  events: LeadEvent[]
}

const COLUMNS = `assignee_id, next_step, due_on, source, person:people(root_id),
  events:lead_events(id, event, body, subject, delivery, problem, created_at, actor:profiles(first_name, last_name, email))` as const

export const nameOf = (name: Name | null): string | null =>
  name && (`${name.first_name} ${name.last_name}`.trim() || name.email)

export const deskKey = ({ kind, id }: LeadReference) => ['inbox', 'desk', kind, id] as const

const isOnItsWay = ({ delivery }: LeadEvent) => delivery === 'pending' || delivery === 'sending'

export const deskQuery = (lead: LeadReference) =>
  queryOptions({
    queryKey: deskKey(lead),
    queryFn: async (): Promise<Desk | null> => {
      if (!isUuid(lead.id)) return null
      const { data, error } = await browserRest()
        .from('lead_desk')
        .select(COLUMNS)
        .eq('kind', lead.kind)
        .eq('lead_id', lead.id)
        .order('created_at', { referencedTable: 'lead_events' })
        .maybeSingle()
        .overrideTypes<Desk, { merge: false }>()
      if (error) throw error
      return data
    },
    refetchInterval: ({ state }) => (state.data?.events.some(isOnItsWay) ? SENDING_POLL_SECONDS : POLL_SECONDS) * 1000,
    staleTime: 0,
    gcTime: 0,
  })

/** Null if it has been deleted. */
export const leadVehicle = (id: string) =>
  queryOptions({
    queryKey: ['inbox', 'vehicle', id],
    queryFn: async () => {
      const { data, error } = await browserRest()
        .from('vehicles')
        .select(
          'id, title, asking_price, price_on_application, featured, sold, vehicle_state, vehicle_images(image_url)',
        )
        .eq('id', id)
        .order('display_order', { referencedTable: 'vehicle_images' })
        .limit(1, { referencedTable: 'vehicle_images' })
        .maybeSingle()
      if (error) throw error
      return data
    },
  })

export type LeadVehicle = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof leadVehicle>['queryFn']>>>>

export interface OtherLead {
  kind: LeadKind
  id: string
  vehicle_title: string | null
  status: string
  preferred_date: string | null
  created_at: string
}

const OTHERS_SHOWN = 6

/** The person's latest other leads, whichever of their addresses they used. */
export const otherLeads = (rootId: string, { id }: LeadReference) =>
  queryOptions({
    queryKey: ['inbox', 'others', rootId, id],
    queryFn: async () => {
      const known = await browserRest().from('people').select('id').eq('root_id', rootId)
      if (known.error) throw known.error
      const ids = known.data.map((person) => person.id)
      const { data, error } = await browserRest()
        .from('inbox')
        .select('kind, id, vehicle_title, status, preferred_date, created_at')
        .in('person_id', ids)
        .neq('id', id)
        .order('created_at', { ascending: false })
        .limit(OTHERS_SHOWN)
        .overrideTypes<OtherLead[], { merge: false }>()
      if (error) throw error
      return data
    },
  })

const UNIQUE_VIOLATION = '23505'

/** The id comes from the screen, so that a retry after a lost response adds nothing twice. */
export async function addEvent(lead: LeadReference, id: string, event: 'note' | 'call', body: string): Promise<void> {
  const { error } = await browserRest()
    .from('lead_events')
    .insert({ id, kind: lead.kind, lead_id: lead.id, event, body })
  if (error && error.code !== UNIQUE_VIOLATION) throw error
}

export type Plan = Pick<Desk, 'next_step' | 'due_on'>

/** False if a colleague has changed the plan since it was read; theirs then stays. */
export async function savePlan(lead: LeadReference, plan: Plan, seen: Plan): Promise<boolean> {
  const update = onDesk(lead, plan).eq('next_step', seen.next_step)
  const { data, error } = await (seen.due_on ? update.eq('due_on', seen.due_on) : update.is('due_on', null)).select(
    'kind',
  )
  if (error) throw error
  return data.length > 0
}

/** False if a colleague has assigned the lead since it was read. */
export async function assignLead(lead: LeadReference, assignee: string | null, seen: string | null): Promise<boolean> {
  const update = onDesk(lead, { assignee_id: assignee })
  const { data, error } = await (seen ? update.eq('assignee_id', seen) : update.is('assignee_id', null)).select('kind')
  if (error) throw error
  return data.length > 0
}

const onDesk = ({ kind, id }: LeadReference, change: Partial<Plan> & { assignee_id?: string | null }) =>
  browserRest().from('lead_desk').update(change).eq('kind', kind).eq('lead_id', id)
