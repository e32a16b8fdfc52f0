// How long the requests of one network may keep the database busy. A bucket a network: work fills it, time empties it.

import { MAX_NETWORKS_REMEMBERED, WORK_PER_NETWORK } from './limits.ts'

const EMPTIED_PER_MS = WORK_PER_NETWORK.milliseconds / (WORK_PER_NETWORK.seconds * 1000)

export class WorkBudget {
  readonly #buckets = new Map<string, { spentMs: number; at: number }>()

  constructor(private readonly now: () => number = Date.now) {}

  /** How many seconds until this network may ask again; 0 when it may now. */
  waitSeconds(network: string): number {
    const excessMs = this.#spentMs(network) - WORK_PER_NETWORK.milliseconds
    return excessMs <= 0 ? 0 : Math.ceil(excessMs / EMPTIED_PER_MS / 1000)
  }

  spend(network: string, milliseconds: number): void {
    const spentMs = this.#spentMs(network) + milliseconds
    // Taken out and put back: the first is the one that asked longest ago.
    this.#buckets.delete(network)
    if (this.#buckets.size >= MAX_NETWORKS_REMEMBERED) this.#forgetOldest()
    this.#buckets.set(network, { spentMs, at: this.now() })
  }

  #spentMs(network: string): number {
    const bucket = this.#buckets.get(network)
    return bucket ? Math.max(0, bucket.spentMs - (this.now() - bucket.at) * EMPTIED_PER_MS) : 0
  }

  #forgetOldest(): void {
    for (const network of this.#buckets.keys()) {
      this.#buckets.delete(network)
      return
    }
  }
}
