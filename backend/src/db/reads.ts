// Records which tables a response was built from, and at which versions, so that the cache can tell when the response
// is out of date. Each service reports the tables it reads, and they are recorded with the response being built, if
// there is one.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Changes } from './change-feed.ts'

export class Reads {
  /** What visitors who get this response are looking for, to be counted each time the response is sent. */
  readonly wanted: string[] = []
  readonly #versions = new Map<string, number | null>()
  readonly #changes: Changes
  #areKnown = true
  /** The stamp of the last check that found all tables current. */
  #currentAt: number | null = null

  constructor(changes: Changes) {
    this.#changes = changes
  }

  /** Call this before reading the rows, so that a change in between makes the response out of date. */
  add(tables: readonly string[] | null): void {
    this.#currentAt = null
    if (tables === null) this.#areKnown = false
    else for (const table of tables) if (!this.#versions.has(table)) this.#versions.set(table, this.#version(table))
  }

  /** Whether all tables that were read are known and have not changed since. */
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

const current = new AsyncLocalStorage<Reads>()

export const withReads = <T>(reads: Reads, work: () => T): T => current.run(reads, work)

/** Whether the response being built may be cached. If so, its rows must not be older than the last notified change. */
export const mayBeCached = (): boolean => current.getStore() !== undefined

/** Null means that the tables are unknown, and the response is then not cached. */
export const noteReads = (tables: readonly string[] | null): void => current.getStore()?.add(tables)

/** Returns whether the response being built may be cached, and so is counted when it is sent. */
export function noteWanted(things: readonly string[]): boolean {
  const reads = current.getStore()
  reads?.wanted.push(...things)
  return reads !== undefined
}

/** Like `changes`, but getting a table's version also records the table as read. */
export const noteVersions = (changes: Changes): Pick<Changes, 'version'> => ({
  version(table) {
    noteReads([table])
    return changes.version(table)
  },
})
