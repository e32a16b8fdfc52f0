// One queue per network, served round-robin. No matter how many requests one network sends, another network waits for
// only one of them per turn. The server's own work has no network and shares one queue.

type Network = string | null

export class FairQueue<Waiter> {
  /** The queues in the order in which they are served. None of them is empty. */
  readonly #queues = new Map<Network, Set<Waiter>>()
  #waiting = 0

  get waiting(): number {
    return this.#waiting
  }

  networks(): Iterable<Network> {
    return this.#queues.keys()
  }

  lengthOf(network: Network): number {
    return this.#queues.get(network)?.size ?? 0
  }

  enqueue(network: Network, waiter: Waiter): void {
    const queue = this.#queues.get(network) ?? new Set()
    this.#queues.set(network, queue.add(waiter))
    this.#waiting++
  }

  /** Does nothing if the waiter has already been dequeued. */
  remove(network: Network, waiter: Waiter): void {
    const queue = this.#queues.get(network)
    if (!queue?.delete(waiter)) return
    this.#waiting--
    if (queue.size === 0) this.#queues.delete(network)
  }

  /**
   * Removes and returns the first waiter of the next network that may start a request. That network is then served
   * last.
   */
  dequeue(mayStart: (network: Network) => boolean = () => true): Waiter | undefined {
    for (const [network, queue] of this.#queues) {
      if (!mayStart(network)) continue
      const first = queue.values().next().value as Waiter
      this.remove(network, first)
      if (this.#queues.delete(network)) this.#queues.set(network, queue)
      return first
    }
    return undefined
  }

  /**
   * Removes the last waiter from the longest queue to make space for one from `network`, unless that network's own
   * queue would then be just as long.
   */
  evictFor(network: Network): Waiter | undefined {
    let longest = network
    for (const [other, queue] of this.#queues) if (queue.size > this.lengthOf(longest)) longest = other
    if (this.lengthOf(longest) <= this.lengthOf(network) + 1) return undefined
    const last = [...(this.#queues.get(longest) ?? [])].at(-1) as Waiter
    this.remove(longest, last)
    return last
  }
}
