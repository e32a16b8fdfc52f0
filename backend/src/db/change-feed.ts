// Tracks which tables have changed. Triggers notify every process, whichever process made the change. Anything cached
// from a table is valid while the table's version stays the same.

import { randomUUID } from 'node:crypto'
import type { Database } from './database.ts'

const CHANNEL = 'forecourt_changes'
/** The prefix of a payload that does not name a table, but wakes the `settle` call waiting for it. */
const MARK = 'settle:'
const SETTLE_TIMEOUT_MS = 1000

export interface Changes {
  /** Changes with every write to the table. Null while the feed is not listening, because nothing may be cached then. */
  version(table: string): number | null
  /**
   * Changes with every write to any table. While it stays the same, so does every version. Null while the feed is not
   * listening.
   */
  stamp(): number | null
}

export interface ChangeFeed extends Changes {
  name: string
  /** Resolves when this process has been notified of all earlier writes, so that a caller reads its own write. */
  settle(): Promise<void>
  /** For changes that no trigger notices, such as a changed file. Resolves like `settle`. */
  announce(table: string): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export function createChangeFeed(db: Pick<Database, 'engine' | 'listen' | 'query'>): ChangeFeed {
  const counts = new Map<string, number>()
  /** The number of times that notifications may have been missed, which is part of every table's version. */
  let gaps = 0
  let unlisten: (() => Promise<void>) | null = null
  let stamp = 0
  let isListening = false
  const waiting = new Map<string, () => void>()

  const onNotify = (table: string) => {
    const wake = waiting.get(table)
    if (wake) return wake()
    if (table.startsWith(MARK)) return
    stamp += 1
    if (table !== '') return void counts.set(table, (counts.get(table) ?? 0) + 1)
    gaps += 1
    isListening = true
  }

  async function settle(): Promise<void> {
    // The embedded engine sends the notification before it returns the result of the write.
    if (!isListening || db.engine === 'embedded') return
    const mark = `${MARK}${randomUUID()}`
    let timer: NodeJS.Timeout | undefined
    const received = new Promise<void>((resolve) => {
      waiting.set(mark, resolve)
      timer = setTimeout(resolve, SETTLE_TIMEOUT_MS)
    })
    // Notifications arrive in the order in which their transactions commit.
    await db.query('select pg_notify($1, $2)', [CHANNEL, mark]).then(
      () => received,
      () => {},
    )
    clearTimeout(timer)
    waiting.delete(mark)
  }

  return {
    name: 'changes',
    stamp: () => (isListening ? stamp : null),
    version: (table) => (isListening ? gaps + (counts.get(table) ?? 0) : null),
    settle,
    async announce(table) {
      // If the database is down, the feed is too, and nothing stays cached.
      await db.query('select pg_notify($1, $2)', [CHANNEL, table]).catch(() => {})
      await settle()
    },
    async start() {
      unlisten = await db.listen(CHANNEL, onNotify, () => {
        isListening = false
      })
      isListening = true
    },
    async stop() {
      const end = unlisten
      unlisten = null
      isListening = false
      await end?.()
    },
  }
}
