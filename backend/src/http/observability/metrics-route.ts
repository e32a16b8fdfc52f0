// GET /metrics, for whoever knows METRICS_TOKEN. To anyone else the address leads nowhere.

import type { MiddlewareHandler } from 'hono'
import { AggregatorRegistry, Gauge, Registry } from 'prom-client'
import type { Database } from '../../db/database.ts'
import { bearerToken, equalsSecret } from '../caller/credentials.ts'
import type { Figures, Metrics } from './metrics.ts'

export interface ShownMetrics extends Pick<Metrics, 'requests' | 'watch'> {
  /** No database on hosted Supabase. */
  show(db: Database | null): MiddlewareHandler
}

/** `gather` has the figures of every process of this machine. */
export function showMetrics(metrics: Metrics, token: string, gather: () => Promise<Figures[]>): ShownMetrics {
  const { requests, watch } = metrics
  return { requests, watch, show: (db) => createHandler(db, token, gather) }
}

function createHandler(db: Database | null, token: string, gather: () => Promise<Figures[]>): MiddlewareHandler {
  return async (c, next) => {
    const presented = bearerToken(c.req.raw)
    if (presented === null || !equalsSecret(presented, token)) return next()
    const [all, shared] = await Promise.all([gather(), db ? sharedFigures(db) : []])
    const registry = AggregatorRegistry.aggregate([...all, shared] as object[])
    const headers = { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE, 'cache-control': 'no-store' }
    return new Response(await registry.metrics(), { headers })
  }
}

const WAITING = `
  select 'mail' as queue, count(*) filter (where status <> 'failed')::int as waiting,
    count(*) filter (where status = 'failed')::int as failed
  from public.email_outbox where status <> 'sent'
  union all
  select 'listing', count(*) filter (where status <> 'failed')::int, count(*) filter (where status = 'failed')::int
  from public.autotrader_syncs where status <> 'sent'`

/** What all machines have in common is asked of the database, by the one that answers. */
async function sharedFigures(db: Database): Promise<Figures> {
  const register = new Registry()
  const gauge = <T extends string>(name: string, help: string, labelNames: T[]): Gauge<T> =>
    new Gauge({ name: `forecourt_${name}`, help, labelNames, registers: [register] })
  const up = gauge('database_up', 'Whether the database answers', [])
  const waiting = gauge('jobs_waiting', 'Mails and listings that are to leave the house', ['queue'])
  const failed = gauge('jobs_failed', 'Mails and listings that were given up', ['queue'])
  try {
    const { rows } = await db.query<{ queue: string; waiting: number; failed: number }>(WAITING)
    up.set(1)
    for (const row of rows) {
      waiting.set({ queue: row.queue }, row.waiting)
      failed.set({ queue: row.queue }, row.failed)
    }
  } catch {
    up.set(0)
  }
  return (await register.getMetricsAsJSON()) as Figures
}
