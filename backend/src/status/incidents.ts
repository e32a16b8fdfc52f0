// What the back office must hear of although nobody was there when it happened. Reporting never throws and never waits: a
// database that is away is often the reason, so what cannot be written yet is kept, one entry a kind, and tried again.

import type { Database } from '../db/database.ts'
import type { Logger } from '../http/observability/log.ts'

export type IncidentKind =
  | 'statement-killed'
  | 'engine-crashed'
  | 'disk-full'
  | 'collector-stopped'
  | 'round-failed'
  | 'pictures-unreachable'

export interface Incidents {
  report(kind: IncidentKind, detail: string): void
  /** It is over: the back office has no more to say about it. With a detail, only if that was the last of its kind. */
  clear(kind: IncidentKind, detail?: string): void
  /** Waits until what was said so far is written, or cannot be. */
  settle(): Promise<void>
}

interface Waiting {
  kind: IncidentKind
  detail: string
  count: number
}

const RETRY_MS = 5_000
const MAX_DETAIL_LENGTH = 500

export function createIncidents(db: Database, log: Logger, retryMs = RETRY_MS): Incidents {
  const waiting = new Map<IncidentKind, Waiting>()
  let writing = Promise.resolve()
  let isPaused = false

  const write = async () => {
    // After a failure every report waits: if the write itself crashes the engine, that crash is reported too.
    if (isPaused) return
    for (const one of [...waiting.values()]) {
      waiting.delete(one.kind)
      try {
        await db.query(
          `insert into public.incidents as i (kind, detail, count) values ($1, $2, $3)
           on conflict (kind) do update set detail = excluded.detail, count = i.count + excluded.count, last_at = now()`,
          [one.kind, one.detail, one.count],
        )
      } catch {
        const newer = waiting.get(one.kind)
        waiting.set(one.kind, { ...one, ...newer, count: one.count + (newer?.count ?? 0) })
        isPaused = true
        setTimeout(() => {
          isPaused = false
          start()
        }, retryMs).unref()
        return
      }
    }
  }
  const start = () => {
    writing = writing.then(write)
  }

  return {
    report(kind, detail) {
      log.warn({ event: 'incident', kind, detail })
      const known = waiting.get(kind)
      waiting.set(kind, { kind, detail: detail.slice(0, MAX_DETAIL_LENGTH), count: (known?.count ?? 0) + 1 })
      start()
    },
    clear(kind, detail) {
      if (detail === undefined || waiting.get(kind)?.detail === detail) waiting.delete(kind)
      writing = writing.then(() =>
        db.query('delete from public.incidents where kind = $1 and detail = coalesce($2, detail)', [kind, detail]).then(
          () => {},
          (err: unknown) => log.warn({ event: 'incident_not_cleared', kind, err }),
        ),
      )
    },
    settle: () => writing,
  }
}
