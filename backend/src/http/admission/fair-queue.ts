// Who waits, in a line for each network. The lines take turns: however many one network sends, another waits for one of
// them each round, not for all. Work of our own has no network, and one line.

type Network = string | null

export class FairQueue<Waiter> {
  /** In the order of their turns; none is empty. */
  readonly #lines = new Map<Network, Set<Waiter>>()
  #waiting = 0

  get waiting(): number {
    return this.#waiting
  }

  networks(): Iterable<Network> {
    return this.#lines.keys()
  }

  lengthOf(network: Network): number {
    return this.#lines.get(network)?.size ?? 0
  }

  add(network: Network, waiter: Waiter): void {
    const line = this.#lines.get(network) ?? new Set()
    this.#lines.set(network, line.add(waiter))
    this.#waiting++
  }

  /** Whoever was taken is not there any more; that is no mistake. */
  remove(network: Network, waiter: Waiter): void {
    const line = this.#lines.get(network)
    if (!line?.delete(waiter)) return
    this.#waiting--
    if (line.size === 0) this.#lines.delete(network)
  }

  /** Takes the first of the next line that may start one; the rest of that line goes behind the others. */
  takeNext(mayStart: (network: Network) => boolean = () => true): Waiter | undefined {
    for (const [network, line] of this.#lines) {
      if (!mayStart(network)) continue
      const first = line.values().next().value as Waiter
      this.remove(network, first)
      if (this.#lines.delete(network)) this.#lines.set(network, line)
      return first
    }
    return undefined
  }

  /** Takes the last of the longest line, for one of this network to stand instead; none when its own would be as long. */
  takeFromLongest(network: Network): Waiter | undefined {
    let longest = network
    for (const [other, line] of this.#lines) if (line.size > this.lengthOf(longest)) longest = other
    if (this.lengthOf(longest) <= this.lengthOf(network) + 1) return undefined
    const last = [...(this.#lines.get(longest) ?? [])].at(-1) as Waiter
    this.remove(longest, last)
    return last
  }
}
