// A fault's result: a row for the table, and failures.
import type { Failure } from '../attacks/harness/report.ts'

export interface Line {
  fault: string
  rounds: number
  /** Writes that got a successful response. */
  acknowledged?: number
  lost?: number
  doubled?: number
  /** The time from the end of the fault until all requests succeed again. */
  secondsToRecover?: number
  notes?: string
}

export interface Outcome {
  rows: Line[]
  failures: Failure[]
}

export interface Options {
  isShort: boolean
  seed: number
  /** Overrides the default number of rounds. */
  rounds: number | null
}

export type Part = (options: Options) => Promise<Outcome>

/** The outcome for a fault that cannot be tested here; the table gives the reason. */
export const none = (fault: string, why: string): Outcome => ({
  rows: [{ fault, rounds: 0, notes: `not tested here: ${why}` }],
  failures: [],
})
