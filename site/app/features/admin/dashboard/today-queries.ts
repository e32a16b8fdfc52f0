import { queryOptions } from '@tanstack/react-query'
import { countLeads } from '#app/features/admin/list/office-counts.ts'
import { browserRest } from '#app/lib/backend.ts'
import { addDays, londonDate } from '#app/lib/dates.ts'

/** Rows that are named; the rest is a number. */
const NAMED = 4
/** A sold vehicle is mentioned this long before it leaves the list. */
const EXPIRY_DAYS = 7

/** The first few of a kind of work, and how much of it there is. */
export interface Work<Row> {
  rows: Row[]
  total: number
}

type Answer<Row> = PromiseLike<{ data: Row[] | null; count: number | null; error: unknown }>

async function toWork<Row>(answer: Answer<Row>): Promise<Work<Row>> {
  const { data, count, error } = await answer
  if (error) throw error
  return { rows: data ?? [], total: count ?? 0 }
}

const LEAD = 'kind, id, name, vehicle_title, preferred_date, created_at' as const
const VEHICLE = 'id, title, sold_expiry_date' as const

const newLeads = () =>
  browserRest().from('inbox').select(LEAD).eq('status', 'New').order('created_at', { ascending: false }).limit(NAMED)

const drivesUntil = (today: string, last: string) =>
  browserRest()
    .from('inbox')
    .select(LEAD, { count: 'exact' })
    .eq('kind', 'test-drive')
    .neq('status', 'Closed')
    .gte('preferred_date', `${today}T00:00:00`)
    .lt('preferred_date', `${addDays(last, 1)}T00:00:00`)
    .order('preferred_date')
    .limit(NAMED)

const withoutPicture = () =>
  browserRest()
    .from('vehicles')
    .select(`${VEHICLE}, vehicles_without_picture!inner(id)`, { count: 'exact' })
    .eq('sold', false)
    .order('created_at', { ascending: false })
    .limit(NAMED)

const soldUntil = (today: string, last: string) =>
  browserRest()
    .from('vehicles')
    .select(VEHICLE, { count: 'exact' })
    .eq('sold', true)
    .gte('sold_expiry_date', today)
    .lte('sold_expiry_date', last)
    .order('sold_expiry_date')
    .limit(NAMED)

async function fetchPeople() {
  const today = londonDate()
  const [leads, total, drives] = await Promise.all([
    toWork(newLeads()),
    countLeads(null, 'New'),
    toWork(drivesUntil(today, addDays(today, 1))),
  ])
  return { today, leads: { ...leads, total }, drives }
}

async function fetchStock() {
  const today = londonDate()
  const [pictureless, expiring] = await Promise.all([
    toWork(withoutPicture()),
    toWork(soldUntil(today, addDays(today, EXPIRY_DAYS))),
  ])
  return { pictureless, expiring }
}

export type Today = Awaited<ReturnType<typeof fetchPeople>> & Awaited<ReturnType<typeof fetchStock>>

/** People write at any time. */
export const peopleWaiting = queryOptions({
  queryKey: ['dashboard', 'people'],
  queryFn: fetchPeople,
  refetchInterval: 30_000,
})

/** The stock changes by the dealer's own hand. */
export const stockWaiting = queryOptions({
  queryKey: ['dashboard', 'stock'],
  queryFn: fetchStock,
  refetchInterval: 300_000,
})
