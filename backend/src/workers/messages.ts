// The messages between a worker and the primary.
import type { Lane, Refused } from '../http/admission/network-limits.ts'
import type { Figures } from '../http/observability/metrics.ts'

export type FromWorker =
  | { kind: 'ready'; port: number }
  /** The worker cannot start. The line tells the operator why. */
  | { kind: 'failed'; line: string }
  | { kind: 'enter'; id: number; lane: Lane; network: string }
  /** The request with this id has finished or is no longer waiting. */
  | { kind: 'leave'; id: number }
  | { kind: 'spent'; spent: [network: string, milliseconds: number][] }
  /** A metrics request needs the figures from all processes. */
  | { kind: 'figures-wanted'; id: number }
  | { kind: 'figures'; id: number; figures: Figures }

export type FromPrimary =
  | { kind: 'stop' }
  | { kind: 'entered'; id: number }
  /** The reply to `enter` will come later. */
  | { kind: 'wait'; id: number }
  | { kind: 'refused'; id: number; refused: Refused }
  | { kind: 'spent'; spent: [network: string, milliseconds: number][] }
  | { kind: 'tell-figures'; id: number }
  | { kind: 'figures-of-all'; id: number; all: Figures[] }

/** One end of the connection between a worker and the primary. */
export interface Channel<Received, Sent> {
  send(message: Sent): void
  onMessage(listener: (message: Received) => void): void
}
