// What a worker and the primary say to each other.
import type { Lane, Refused } from '../http/admission/network-limits.ts'
import type { Figures } from '../http/observability/metrics.ts'

export type FromWorker =
  | { kind: 'ready'; port: number }
  /** It cannot start, and why, as the operator should read it. */
  | { kind: 'failed'; line: string }
  | { kind: 'enter'; id: number; lane: Lane; network: string }
  /** Of what is under way or waits. */
  | { kind: 'leave'; id: number }
  | { kind: 'spent'; spent: [network: string, milliseconds: number][] }
  /** Somebody asked it for the figures of all. */
  | { kind: 'figures-wanted'; id: number }
  | { kind: 'figures'; id: number; figures: Figures }

export type FromPrimary =
  | { kind: 'stop' }
  | { kind: 'entered'; id: number }
  /** The answer to `enter` comes later. */
  | { kind: 'wait'; id: number }
  | { kind: 'refused'; id: number; refused: Refused }
  | { kind: 'spent'; spent: [network: string, milliseconds: number][] }
  | { kind: 'tell-figures'; id: number }
  | { kind: 'figures-of-all'; id: number; all: Figures[] }

/** One end of the pipe between the two. */
export interface Channel<Heard, Said> {
  say(message: Said): void
  hear(onMessage: (message: Heard) => void): void
}
