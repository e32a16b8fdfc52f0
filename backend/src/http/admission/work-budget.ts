// Limits each network's database time with a leaky bucket, which work fills and time empties.

import { MAX_NETWORKS_REMEMBERED, WORK_PER_NETWORK } from './limits.ts'

const EMPTIED_PER_MS = WORK_PER_NETWORK.milliseconds / (WORK_PER_NETWORK.seconds * 1000)

export class WorkBudget {
  readonly #buckets = new Map<string, { spentMs: number; at: number }>()

  constructor(private readonly now: () => number = Date.now) {}

  /** The number of seconds until this network may send another request, or 0 if it may send one now. */
  waitSeconds(network: string): number {
    const excessMs = this.#spentMs(network) - WORK_PER_NETWORK.milliseconds
    return excessMs <= 0 ? 0 : Math.ceil(excessMs / EMPTIED_PER_MS / 1000)
  }

  spend(network: string, milliseconds: number): void {
    const spentMs = this.#spentMs(network) + milliseconds
    // The entry is removed and re-inserted, so that the first entry is the least recently used.
    this.#buckets.delete(network)
    if (this.#buckets.size >= MAX_NETWORKS_REMEMBERED) this.#evictOldest()
    this.#buckets.set(network, { spentMs, at: this.now() })
  }

  #spentMs(network: string): number {
    const bucket = this.#buckets.get(network)
    return bucket ? Math.max(0, bucket.spentMs - (this.now() - bucket.at) * EMPTIED_PER_MS) : 0
  }

  #evictOldest(): void {
    for (const network of this.#buckets.keys()) {
      this.#buckets.delete(network)
      return
    }
  }
}
