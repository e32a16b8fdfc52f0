import type { Report } from '../harness/report.ts'

export interface Options {
  /** The full run; parts of the short one belong to `npm test`. */
  isLong: boolean
  seed: number
  /** Number of requests of the fuzzer. */
  requests: number
  /** Repeats this request of the fuzzer and prints it. */
  replay: number | null
  /** Restricts the fuzzer to one grammar. */
  grammar: string | null
}

export type Suite = (options: Options) => Promise<Report>
