// Incidents that the back office shows. Reporting never throws and never waits. The database is often down at the time,
// so an incident that cannot be written yet is held in memory, one per kind, and retried.

import type { Database } from '../db/database.ts'
import type { Logger } from '../http/observability/log.ts'

type IncidentKind =
  | 'statement-killed'
  | 'engine-crashed'
  | 'disk-full'
  | 'collector-stopped'
  | 'round-failed'
  | 'pictures-unreachable'

export interface Incidents {
  report(kind: IncidentKind, detail: string): void
  /**
   * Removes a resolved incident from the back office. If a detail is given, the incident is removed only if its latest
   * report had that detail.
   */
  clear(kind: IncidentKind, detail?: string): void
  /** Waits until all earlier reports have been written or have failed. */
  settle(): Promise<void>
}

interface Pending {
  kind: IncidentKind
  detail: string
  count: number
}

const RETRY_MS = 5_000
const MAX_DETAIL_LENGTH = 500

export function createIncidents(db: Database, log: Logger, retryMs = RETRY_MS): Incidents {
  const pending = new Map<IncidentKind, Pending>()
  let writing = Promise.resolve()
  let isPaused = false

  const write = async () => {
    // After a failure, all reports wait. Otherwise a write that crashes the engine would be repeated endlessly, because
    // that crash is reported too.
    if (isPaused) return
    for (const one of [...pending.values()]) {
      pending.delete(one.kind)
      try {
        await db.query(
          `insert into public.incidents as i (kind, detail, count) values ($1, $2, $3)
           on conflict (kind) do update set detail = excluded.detail, count = i.count + excluded.count, last_at = now()`,
          [one.kind, one.detail, one.count],
        )
      } catch {
        const newer = pending.get(one.kind)
        pending.set(one.kind, { ...one, ...newer, count: one.count + (newer?.count ?? 0) })
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
      const known = pending.get(kind)
      pending.set(kind, { kind, detail: detail.slice(0, MAX_DETAIL_LENGTH), count: (known?.count ?? 0) + 1 })
      start()
    },
    clear(kind, detail) {
      if (detail === undefined || pending.get(kind)?.detail === detail) pending.delete(kind)
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
