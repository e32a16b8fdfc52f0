// What a fault did: a line for the table, and what must never happen.
import type { Failure } from '../attacks/harness/report.ts'

export interface Line {
  fault: string
  rounds: number
  /** Writes that were answered with success. */
  acknowledged?: number
  lost?: number
  doubled?: number
  /** From the end of the fault until all answered as before. */
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
  /** Instead of as many as the run would have. */
  rounds: number | null
}

export type Part = (options: Options) => Promise<Outcome>

/** Where it cannot be done: said in the table, so that nobody takes it for passed. */
export const none = (fault: string, why: string): Outcome => ({
  rows: [{ fault, rounds: 0, notes: `not done here: ${why}` }],
  failures: [],
})
