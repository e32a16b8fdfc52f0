import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchPage } from '#app/features/admin/list/fetch-page.ts'
import type { Sort } from '#app/features/admin/list/sort.ts'
import { browserRest } from '#app/lib/backend.ts'
import { searchWords } from '#app/lib/search-filter.ts'
import { phoneDigits } from '#app/lib/telephone-office.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { LEADS, type LeadKind } from '#supabase/functions/_shared/lead-kinds.ts'
import { type DeskFilters, dueRange, NOBODY } from './desk-filters.ts'
import { EXPIRING, kindOfTab, statusOf, WAITING, WAITING_FILTER } from './inbox-rules.ts'

/** New enquiries appear within this time without a reload. */
const POLL_SECONDS = 10

const COLUMNS =
  'kind, id, name, email, phone, message, vehicle_id, vehicle_title, status, preferred_date, created_at, answered_at, assignee_id, due_on, next_step, source, is_demo' as const

export interface InboxItem {
  kind: LeadKind
  id: string
  name: string
  email: string
  phone: string
  message: string
  vehicle_id: string | null
  vehicle_title: string | null
  status: string
  preferred_date: string | null
  created_at: string
  /** When the customer was answered; null until then. */
  answered_at: string | null
  assignee_id: string | null
  /** The date of the next step. */
  due_on: string | null
  next_step: string
  source: string
  /** Whether it is one of the demo dealer's invented leads. */
  is_demo: boolean
}

/** `assigned` is an account's id here, not `me`. */
interface InboxQuery extends DeskFilters {
  tab: string
  statusFilter: string
  q: string
  page: number
  sort: Sort
}

/**
 * Finds a page's leads on the desk first, and then reads these leads. Reading both at once would read the text of every
 * lead on the pages before.
 */
function fetchInbox(query: InboxQuery) {
  return fetchPage<InboxItem>(query.page, async (from, to) => {
    const { data: found, count, error } = await findLeads(query, from, to)
    if (error || found.length === 0) return { data: found && [], count, error }
    const { data: leads, error: failure } = await browserRest()
      .from('inbox')
      .select(COLUMNS)
      .in(
        'id',
        found.map(({ lead_id }) => lead_id),
      )
      .overrideTypes<InboxItem[], { merge: false }>()
    const byKey = new Map(leads?.map((lead) => [`${lead.kind}/${lead.id}`, lead]))
    const inOrder = found.flatMap(({ kind, lead_id }) => byKey.get(`${kind}/${lead_id}`) ?? [])
    return { data: leads && inOrder, count, error: failure }
  })
}

function findLeads({ tab, statusFilter, assigned, due, source, q, sort }: InboxQuery, from: number, to: number) {
  const words = searchWords(q)
  const counted = { count: 'exact' } as const
  const all =
    statusFilter === EXPIRING.value
      ? browserRest().rpc('expiring_leads', search(q, words), counted).select('kind, lead_id')
      : words.length > 0
        ? browserRest().rpc('search_inbox', search(q, words), counted).select('kind, lead_id')
        : browserRest().from('lead_desk').select('kind, lead_id', counted)
  const kind = kindOfTab(tab)
  const status = statusOf(statusFilter)
  let query = all
    // Leads without a date come last. Only dates are missing, and `nullslast` would keep other columns from using their
    // indexes.
    .order(sort.column, { ascending: sort.ascending, ...(sort.column === 'due_on' && { nullsFirst: false }) })
    .order('created_at', { ascending: false })
    .order('lead_id')
    .range(from, to)
  if (kind) query = query.eq('kind', kind)
  if (status) query = query.eq('status', status)
  if (statusFilter === WAITING.value) query = query.or(WAITING_FILTER)
  if (assigned === NOBODY) query = query.is('assignee_id', null)
  else if (assigned) query = query.eq('assignee_id', assigned)
  if (source) query = query.eq('source', source)
  if (due) {
    const { from: first, to: last } = dueRange(due)
    query = query.lte('due_on', last).neq('status', 'Closed')
    if (first) query = query.gte('due_on', first)
  }
  return query
}

function search(q: string, words: string[]) {
  const phone = phoneDigits(q)
  return phone ? { _words: words, _phone: phone } : { _words: words }
}

export const inboxPage = (query: InboxQuery) =>
  queryOptions({
    queryKey: ['inbox', 'page', query],
    queryFn: () => fetchInbox(query),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_SECONDS * 1000,
  })

export type LeadReference = Pick<InboxItem, 'kind' | 'id'>

export const leadKey = ({ kind, id }: LeadReference) => ['inbox', 'lead', kind, id] as const

/** One lead; null if it does not exist. Read each time that it is opened, because its status decides what happens. */
export const leadQuery = (lead: LeadReference) =>
  queryOptions({
    queryKey: leadKey(lead),
    queryFn: async (): Promise<InboxItem | null> => {
      if (!isUuid(lead.id)) return null
      const { data, error } = await browserRest()
        .from('inbox')
        .select(COLUMNS)
        .eq('kind', lead.kind)
        .eq('id', lead.id)
        .maybeSingle()
        .overrideTypes<InboxItem, { merge: false }>()
      if (error) throw error
      return data
    },
    gcTime: 0,
  })

export type LeadChange = 'opened' | 'answered' | 'closed' | 'reopened' | 'new'
export type LeadState = Pick<InboxItem, 'status' | 'answered_at'>

const STATE = 'status, answered_at' as const

/**
 * Returns the lead's state afterwards. A lead that a colleague has closed in the meantime stays closed, unless it is
 * explicitly reopened or set back to New.
 */
export async function changeLead({ kind, id }: LeadReference, change: LeadChange): Promise<LeadState> {
  const leads = () => browserRest().from(LEADS[kind].table)
  const update = {
    opened: () => leads().update({ status: 'Responded' }).eq('id', id).neq('status', 'Closed'),
    closed: () => leads().update({ status: 'Closed' }).eq('id', id),
    reopened: () => leads().update({ status: 'Responded' }).eq('id', id),
    // The database replaces 'now' with its own time, so an admin's wrong clock does not matter.
    answered: () => leads().update({ answered_at: 'now' }).eq('id', id).is('answered_at', null),
    new: () => leads().update({ status: LEADS[kind].newStatus, answered_at: null }).eq('id', id),
  }[change]
  const { data, error } = await update().select(STATE)
  if (error) throw error
  if (data[0]) return data[0]
  const now = await leads().select(STATE).eq('id', id).single()
  if (now.error) throw now.error
  // For a forbidden update, row-level security returns no rows rather than an error.
  const isDone = change === 'answered' ? now.data.answered_at !== null : now.data.status === 'Closed'
  if (!isDone) throw new Error('Nothing was updated')
  return now.data
}
