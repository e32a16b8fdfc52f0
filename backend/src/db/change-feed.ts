// Which tables changed: their triggers tell, and every process hears it, whichever of them wrote. What somebody keeps of a
// table is good for as long as the table's version stays the same.

import { randomUUID } from 'node:crypto'
import type { Database } from './database.ts'

const CHANNEL = 'forecourt_changes'
/** Begins what is not the name of a table: somebody waits to hear it. */
const MARK = 'settle:'
const SETTLE_LIMIT_MS = 1000

export interface Changes {
  /** Another number after every change; null while nobody listens, when nothing may be kept. */
  version(table: string): number | null
  /** Another number after a change of any table: while it stays, every version does. Null as above. */
  stamp(): number | null
}

export interface ChangeFeed extends Changes {
  name: string
  /** Resolves when this process has heard of everything that was written before: who wrote it will not see it as it was. */
  settle(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export function createChangeFeed(db: Pick<Database, 'engine' | 'listen' | 'query'>): ChangeFeed {
  const counts = new Map<string, number>()
  /** Times when something may have been missed, which counts for every table. */
  let doubts = 0
  let unlisten: (() => Promise<void>) | null = null
  let stamp = 0
  let isHeard = false
  const waiting = new Map<string, () => void>()

  const hear = (table: string) => {
    const wake = waiting.get(table)
    if (wake) return wake()
    if (table.startsWith(MARK)) return
    stamp += 1
    if (table !== '') return void counts.set(table, (counts.get(table) ?? 0) + 1)
    doubts += 1
    isHeard = true
  }

  return {
    name: 'changes',
    stamp: () => (isHeard ? stamp : null),
    version: (table) => (isHeard ? doubts + (counts.get(table) ?? 0) : null),
    async settle() {
      // The embedded engine tells of a change before it answers the one who made it.
      if (!isHeard || db.engine === 'embedded') return
      const mark = `${MARK}${randomUUID()}`
      let timer: NodeJS.Timeout | undefined
      const heard = new Promise<void>((resolve) => {
        waiting.set(mark, resolve)
        timer = setTimeout(resolve, SETTLE_LIMIT_MS)
      })
      // Notifications come in the order of their commits.
      await db.query('select pg_notify($1, $2)', [CHANNEL, mark]).then(
        () => heard,
        () => {},
      )
      clearTimeout(timer)
      waiting.delete(mark)
    },
    async start() {
      unlisten = await db.listen(CHANNEL, hear, () => {
        isHeard = false
      })
      isHeard = true
    },
    async stop() {
      const end = unlisten
      unlisten = null
      isHeard = false
      await end?.()
    },
  }
}
