// GET /metrics, for clients that send METRICS_TOKEN. Without the token, the response is a 404.

import type { MiddlewareHandler } from 'hono'
import { AggregatorRegistry, Gauge, Registry } from 'prom-client'
import type { Database } from '../../db/database.ts'
import { bearerToken, equalsSecret } from '../caller/credentials.ts'
import type { Figures, Metrics } from './metrics.ts'

export interface MetricsEndpoint extends Pick<Metrics, 'requests' | 'watch'> {
  /** The database is null on hosted Supabase. */
  handler(db: Database | null): MiddlewareHandler
}

/** `gather` collects the figures of every process on this machine. */
export function createMetricsEndpoint(
  metrics: Metrics,
  token: string,
  gather: () => Promise<Figures[]>,
): MetricsEndpoint {
  const { requests, watch } = metrics
  return { requests, watch, handler: (db) => createHandler(db, token, gather) }
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

/** Figures about the database, which all machines share, are read only by the process that responds. */
async function sharedFigures(db: Database): Promise<Figures> {
  const register = new Registry()
  const gauge = <T extends string>(name: string, help: string, labelNames: T[]): Gauge<T> =>
    new Gauge({ name: `forecourt_${name}`, help, labelNames, registers: [register] })
  const up = gauge('database_up', '1 if the database responds, otherwise 0', [])
  const waiting = gauge('jobs_waiting', 'Emails and listings waiting to be sent', ['queue'])
  const failed = gauge('jobs_failed', 'Emails and listings that failed and will not be retried', ['queue'])
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
