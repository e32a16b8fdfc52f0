import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchPage } from '#app/features/admin/list/fetch-page.ts'
import type { Sort } from '#app/features/admin/list/sort.ts'
import { browserRest } from '#app/lib/backend.ts'
import { searchWords } from '#app/lib/search-filter.ts'
import { LEADS, type LeadKind } from '#supabase/functions/_shared/lead-kinds.ts'
import { kindOfTab, statusOf } from './inbox-rules.ts'

/** New enquiries appear within this time without a reload. */
const POLL_SECONDS = 10

const COLUMNS =
  'kind, id, name, email, phone, message, vehicle_id, vehicle_title, status, preferred_date, created_at' as const

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
}

interface InboxQuery {
  tab: string
  statusFilter: string
  q: string
  page: number
  sort: Sort
}

function fetchInbox({ tab, statusFilter, q, page, sort }: InboxQuery) {
  return fetchPage<InboxItem>(page, (from, to) => {
    const words = searchWords(q)
    const all =
      words.length > 0
        ? browserRest().rpc('search_inbox', { _words: words }, { count: 'exact' }).select(COLUMNS)
        : browserRest().from('inbox').select(COLUMNS, { count: 'exact' })
    const kind = kindOfTab(tab)
    const status = statusOf(statusFilter)
    let query = all
      .order(sort.column, { ascending: sort.ascending })
      .order('created_at', { ascending: false })
      .order('id')
      .range(from, to)
    if (kind) query = query.eq('kind', kind)
    if (status) query = query.eq('status', status)
    return query.overrideTypes<InboxItem[], { merge: false }>()
  })
}

export const inboxPage = (query: InboxQuery) =>
  queryOptions({
    queryKey: ['inbox', query],
    queryFn: () => fetchInbox(query),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_SECONDS * 1000,
  })

/** Returns the lead's new status. A lead that another admin has closed in the meantime stays closed. */
export async function setInboxStatus({ kind, id }: Pick<InboxItem, 'kind' | 'id'>, status: 'Responded' | 'Closed') {
  const leads = () => browserRest().from(LEADS[kind].table)
  const { data, error } = await leads().update({ status }).eq('id', id).neq('status', 'Closed').select('status')
  if (error) throw error
  if (data[0]) return data[0].status
  const now = await leads().select('status').eq('id', id).single()
  if (now.error) throw now.error
  // For a forbidden update, row-level security returns no rows rather than an error.
  if (now.data.status !== 'Closed') throw new Error('Nothing was updated')
  return now.data.status
}
