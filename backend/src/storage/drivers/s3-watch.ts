// Whether S3 is there. When it failed a few times in a row, nobody waits for it any more: requests are turned away at once,
// but for one at a time that finds out whether it is back. The back office hears of it until it is.

import type { Logger } from '../../http/observability/log.ts'
import type { Incidents } from '../../status/incidents.ts'
import { S3_FAILURES_UNTIL_DOWN, S3_TIMEOUTS } from './limits.ts'
import { explainFailure, refusalOf } from './s3-failure.ts'

export interface S3WatchDeps {
  incidents: Pick<Incidents, 'report' | 'clear'>
  log: Pick<Logger, 'warn'>
  /** Shorter in tests. */
  waits?: S3Waits
}

export type S3Waits = Record<keyof typeof S3_TIMEOUTS, number>

/** What fails because it was called off by `signal` says nothing about S3. */
export type S3Watch = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

export function createS3Watch({ incidents, log, waits = S3_TIMEOUTS }: S3WatchDeps): S3Watch {
  let failures = 0
  let awayUntil = 0
  // Another start may have reported it.
  let told: 'unknown' | 'nothing' | 'away' | 'refused' = 'unknown'

  function requireHope(): void {
    if (failures < S3_FAILURES_UNTIL_DOWN) return
    if (Date.now() < awayUntil) throw refusalOf({ kind: 'away', code: 'away' })
    // This one asks; the others wait for what it hears.
    awayUntil = Date.now() + waits.awayMs
  }

  function noteAnswer(): void {
    failures = 0
    if (told !== 'nothing') incidents.clear('pictures-unreachable')
    told = 'nothing'
  }

  function tell(kind: 'away' | 'refused', code: string): void {
    if (told === kind) return
    told = kind
    log.warn({ event: 's3_failed', kind, code })
    const why = kind === 'away' ? `S3 does not answer as it should (${code}).` : `S3 refuses what we ask (${code}).`
    incidents.report('pictures-unreachable', why)
  }

  return async (work, signal) => {
    requireHope()
    try {
      const result = await work()
      noteAnswer()
      return result
    } catch (error) {
      const failure = explainFailure(error)
      if (signal?.aborted) throw refusalOf(failure)
      if (failure.kind === 'away') {
        failures++
        awayUntil = Date.now() + waits.awayMs
        // One may be a cable; the next try of the same picture will do.
        if (failures >= S3_FAILURES_UNTIL_DOWN) tell('away', failure.code)
      } else if (failure.kind === 'refused') {
        failures = 0
        tell('refused', failure.code)
      } else {
        noteAnswer()
      }
      throw refusalOf(failure)
    }
  }
}
