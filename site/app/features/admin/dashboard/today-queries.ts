import { queryOptions } from '@tanstack/react-query'
import { WAITING_FILTER } from '#app/features/admin/enquiries/inbox-rules.ts'
import { browserRest } from '#app/lib/backend.ts'
import { addDays, londonDate } from '#app/lib/dates.ts'

/** How many rows are listed individually; the rest are only counted. */
const SHOWN = 4
/** Sold vehicles are listed from this many days before they expire. */
const EXPIRY_DAYS = 7

/** The first rows of one kind of task, and the total. */
export interface Work<Row> {
  rows: Row[]
  total: number
}

type QueryResult<Row> = PromiseLike<{ data: Row[] | null; count: number | null; error: unknown }>

async function toWork<Row>(query: QueryResult<Row>): Promise<Work<Row>> {
  const { data, count, error } = await query
  if (error) throw error
  return { rows: data ?? [], total: count ?? 0 }
}

const LEAD = 'kind, id, name, vehicle_title, preferred_date, created_at' as const
const VEHICLE = 'id, title, sold_expiry_date' as const

/** Those that have waited longest come first. */
const waitingLeads = () =>
  browserRest().from('inbox').select(LEAD, { count: 'exact' }).or(WAITING_FILTER).order('created_at').limit(SHOWN)

const STEP = 'kind, id, name, next_step, due_on, assignee_id' as const

/** Next steps of open leads that are due. */
const dueSteps = (today: string) =>
  browserRest()
    .from('inbox')
    .select(STEP, { count: 'exact' })
    .lte('due_on', today)
    .neq('status', 'Closed')
    .order('due_on')
    .order('id')
    .limit(SHOWN)

/** The caller's own come first. */
async function fetchSteps(ownId: string) {
  const today = londonDate()
  const [own, others] = await Promise.all([
    toWork(dueSteps(today).eq('assignee_id', ownId)),
    toWork(dueSteps(today).or(`assignee_id.is.null,assignee_id.neq.${ownId}`)),
  ])
  return { rows: [...own.rows, ...others.rows].slice(0, SHOWN), total: own.total + others.total }
}

const testDrivesUntil = (today: string, last: string) =>
  browserRest()
    .from('inbox')
    .select(LEAD, { count: 'exact' })
    .eq('kind', 'test-drive')
    .neq('status', 'Closed')
    .gte('preferred_date', `${today}T00:00:00`)
    .lt('preferred_date', `${addDays(last, 1)}T00:00:00`)
    .order('preferred_date')
    .limit(SHOWN)

const vehiclesWithoutPicture = () =>
  browserRest()
    .from('vehicles')
    .select(`${VEHICLE}, vehicles_without_picture!inner(id)`, { count: 'exact' })
    .eq('sold', false)
    .eq('hidden', false)
    .order('created_at', { ascending: false })
    .limit(SHOWN)

const soldUntil = (today: string, last: string) =>
  browserRest()
    .from('vehicles')
    .select(VEHICLE, { count: 'exact' })
    .eq('sold', true)
    .gte('sold_expiry_date', today)
    .lte('sold_expiry_date', last)
    .order('sold_expiry_date')
    .limit(SHOWN)

async function fetchPeople(ownId: string) {
  const today = londonDate()
  const [leads, testDrives, steps] = await Promise.all([
    toWork(waitingLeads()),
    toWork(testDrivesUntil(today, addDays(today, 1))),
    fetchSteps(ownId),
  ])
  return { today, leads, testDrives, steps }
}

async function fetchStock() {
  const today = londonDate()
  const [withoutPicture, expiring] = await Promise.all([
    toWork(vehiclesWithoutPicture()),
    toWork(soldUntil(today, addDays(today, EXPIRY_DAYS))),
  ])
  return { withoutPicture, expiring }
}

export type Today = Awaited<ReturnType<typeof fetchPeople>> & Awaited<ReturnType<typeof fetchStock>>

/** Visitors can send messages at any time, so this is polled often. */
export const peopleWaiting = (ownId: string) =>
  queryOptions({
    queryKey: ['dashboard', 'people', ownId],
    queryFn: () => fetchPeople(ownId),
    refetchInterval: 30_000,
  })

/** The stock changes less often than the inbox, so this is polled rarely. */
export const stockWaiting = queryOptions({
  queryKey: ['dashboard', 'stock'],
  queryFn: fetchStock,
  refetchInterval: 300_000,
})
