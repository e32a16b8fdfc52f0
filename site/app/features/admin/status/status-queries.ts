import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchPage } from '#app/features/admin/list/fetch-page.ts'
import { browserRest } from '#app/lib/backend.ts'
import type { StatusView } from './status-views.ts'

const POLL_SECONDS = 15

export interface QueueStatus {
  waiting: number
  /** How many items have failed at least three times so far. */
  stuck: number
  failed: number
  lastError: string | null
}

export interface SystemStatus {
  /** `held` emails are too old or no longer true. An admin sends or discards them. */
  mails: QueueStatus & { held: number }
  listings: QueueStatus
  incidents: number
}

/** A small summary of whether anything needs attention, queried on every back-office screen. */
export const systemStatus = queryOptions({
  queryKey: ['status', 'summary'],
  queryFn: async () => {
    const { data, error } = await browserRest().rpc('system_status')
    if (error) throw error
    return data as unknown as SystemStatus
  },
  refetchInterval: POLL_SECONDS * 1000,
})

const COLUMNS = 'queue, id, kind, subject, status, attempts, last_error, since' as const

export interface Undelivered {
  queue: 'mail' | 'listing'
  id: string
  kind: string
  /**
   * The recipient of an email or the title of a vehicle. Null stands for the dealer's own address or a deleted vehicle.
   */
  subject: string | null
  status: 'pending' | 'sending' | 'failed' | 'held'
  attempts: number
  last_error: string | null
  since: string
}

export const undeliveredPage = (view: StatusView, page: number) =>
  queryOptions({
    queryKey: ['status', 'undelivered', view, page],
    queryFn: () =>
      fetchPage<Undelivered>(page, (from, to) => {
        let query = browserRest()
          .from('undelivered')
          .select(COLUMNS, { count: 'exact' })
          // 'failed' and 'held' come before 'pending' and 'sending'.
          .order('status')
          .order('since', { ascending: false })
          .order('id')
          .range(from, to)
        if (view === 'failed' || view === 'held') query = query.eq('status', view)
        if (view === 'waiting') query = query.in('status', ['pending', 'sending'])
        return query.overrideTypes<Undelivered[], { merge: false }>()
      }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_SECONDS * 1000,
  })

export const incidentList = queryOptions({
  queryKey: ['status', 'incidents'],
  queryFn: async () => {
    const { data, error } = await browserRest()
      .from('incidents')
      .select('kind, detail, count, first_at, last_at')
      .order('last_at', { ascending: false })
    if (error) throw error
    return data
  },
  refetchInterval: POLL_SECONDS * 1000,
})

type Which = Pick<Undelivered, 'queue' | 'id'>

/** Retries one item, or every item that has been attempted before. Returns how many are being retried. */
export async function retryUndelivered(which: Which | null): Promise<number> {
  const { data, error } = await browserRest().rpc(
    'retry_undelivered',
    which ? { _queue: which.queue, _id: which.id } : {},
  )
  if (error) throw error
  return data
}

export async function discardUndelivered({ queue, id }: Which): Promise<void> {
  const { error } = await browserRest().rpc('put_undelivered_aside', { _queue: queue, _id: id })
  if (error) throw error
}

/** Sends one held email, or all of them. Returns how many. */
export async function sendHeld(which: Which | null): Promise<number> {
  const { data, error } = await browserRest().rpc('retry_undelivered', { _held: true, ...(which && { _id: which.id }) })
  if (error) throw error
  return data
}

export async function discardHeld(which: Which | null): Promise<void> {
  const { error } = await browserRest().rpc('put_undelivered_aside', {
    _queue: 'mail',
    _held: true,
    ...(which && { _id: which.id }),
  })
  if (error) throw error
}

export async function discardAllFailed(): Promise<void> {
  for (const _queue of ['mail', 'listing']) {
    const { error } = await browserRest().rpc('put_undelivered_aside', { _queue })
    if (error) throw error
  }
}

export async function dismissIncident(kind: string): Promise<void> {
  const { error } = await browserRest().from('incidents').delete().eq('kind', kind)
  if (error) throw error
}
