import type { Report } from '../harness/report.ts'

interface Options {
  /** Whether this is the full run. `npm test` includes part of the short run. */
  isLong: boolean
  seed: number
  /** How many requests the fuzzer sends. */
  requests: number
  /** The fuzzer request to repeat and print. */
  replay: number | null
  /** The one grammar that the fuzzer should use. */
  grammar: string | null
}

export type Suite = (options: Options) => Promise<Report>
