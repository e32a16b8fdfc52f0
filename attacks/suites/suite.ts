import type { Report } from '../harness/report.ts'

export interface Options {
  /** The long run; the short one is part of `npm test`. */
  isLong: boolean
  seed: number
  /** How many requests the fuzzer makes. */
  requests: number
  /** Makes this one request of the fuzzer again and shows it. */
  replay: number | null
  /** The fuzzer's only grammar, when one is looked into. */
  grammar: string | null
}

export type Suite = (options: Options) => Promise<Report>
