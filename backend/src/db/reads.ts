// Which tables an answer was made from, and as of which version: whoever keeps the answer knows when it is out of date.
// Nobody lists that by hand. Each service says what it reads, and the answer under way, if there is one, remembers it.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Changes } from './change-feed.ts'

export class Reads {
  readonly #versions = new Map<string, number | null>()
  readonly #changes: Changes
  #areKnown = true
  /** The stamp of the last look at which all were current. */
  #currentAt: number | null = null

  constructor(changes: Changes) {
    this.#changes = changes
  }

  /** Before the rows are read, so that a change in between makes the answer an old one. */
  add(tables: readonly string[] | null): void {
    this.#currentAt = null
    if (tables === null) this.#areKnown = false
    else for (const table of tables) if (!this.#versions.has(table)) this.#versions.set(table, this.#version(table))
  }

  /** Whether all that was read is known and has not been written since. */
  areCurrent(): boolean {
    if (!this.#areKnown) return false
    const stamp = this.#changes.stamp()
    if (stamp !== null && stamp === this.#currentAt) return true
    for (const [table, version] of this.#versions)
      if (version === null || version !== this.#version(table)) return false
    this.#currentAt = stamp
    return true
  }

  #version(table: string): number | null {
    return this.#changes.version(table)
  }
}

const underWay = new AsyncLocalStorage<Reads>()

export const withReads = <T>(reads: Reads, work: () => T): T => underWay.run(reads, work)

/** Whether somebody may keep what is being answered: it must not be older than what was heard of changes. */
export const mayBeKept = (): boolean => underWay.getStore() !== undefined

/** Null where it cannot be said what was read: an answer made from that is not kept. */
export const noteReads = (tables: readonly string[] | null): void => underWay.getStore()?.add(tables)

/** As `changes`, but whoever asks for a version has read the table, or will show what somebody else read of it. */
export const noteVersions = (changes: Changes): Pick<Changes, 'version'> => ({
  version(table) {
    noteReads([table])
    return changes.version(table)
  },
})
