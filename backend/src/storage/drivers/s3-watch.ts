// A circuit breaker for S3. After a few failures in a row, requests fail immediately, except that one at a time is let
// through to check whether S3 is back. The back office shows the incident until it is.

import type { Logger } from '../../http/observability/log.ts'
import type { Incidents } from '../../status/incidents.ts'
import { S3_FAILURES_UNTIL_DOWN, S3_TIMEOUTS } from './limits.ts'
import { explainFailure, refusalOf } from './s3-failure.ts'

export interface S3WatchDeps {
  incidents: Pick<Incidents, 'report' | 'clear'>
  log: Pick<Logger, 'warn'>
  /** Tests use shorter waits. */
  waits?: S3Waits
}

export type S3Waits = Record<keyof typeof S3_TIMEOUTS, number>

/** Work that fails because `signal` aborted it does not count as an S3 failure. */
export type S3Watch = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

export function createS3Watch({ incidents, log, waits = S3_TIMEOUTS }: S3WatchDeps): S3Watch {
  let failures = 0
  let downUntil = 0
  // An earlier process may have reported an incident.
  let reported: 'unknown' | 'nothing' | 'unreachable' | 'refused' = 'unknown'

  function requireReachable(): void {
    if (failures < S3_FAILURES_UNTIL_DOWN) return
    if (Date.now() < downUntil) throw refusalOf({ kind: 'unreachable', code: 'unreachable' })
    // This request checks whether S3 is back. All others keep failing until it succeeds.
    downUntil = Date.now() + waits.downMs
  }

  function recordResponse(): void {
    failures = 0
    if (reported !== 'nothing') incidents.clear('pictures-unreachable')
    reported = 'nothing'
  }

  function report(kind: 'unreachable' | 'refused', code: string): void {
    if (reported === kind) return
    reported = kind
    log.warn({ event: 's3_failed', kind, code })
    const reason =
      kind === 'unreachable' ? `S3 is not responding properly (${code}).` : `S3 is refusing our requests (${code}).`
    incidents.report('pictures-unreachable', reason)
  }

  return async (work, signal) => {
    requireReachable()
    try {
      const result = await work()
      recordResponse()
      return result
    } catch (error) {
      const failure = explainFailure(error)
      if (signal?.aborted) throw refusalOf(failure)
      if (failure.kind === 'unreachable') {
        failures++
        downUntil = Date.now() + waits.downMs
        // A single failure may be a temporary network problem, so it is not reported.
        if (failures >= S3_FAILURES_UNTIL_DOWN) report('unreachable', failure.code)
      } else if (failure.kind === 'refused') {
        failures = 0
        report('refused', failure.code)
      } else {
        recordResponse()
      }
      throw refusalOf(failure)
    }
  }
}
