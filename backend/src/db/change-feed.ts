// Which tables changed: their triggers tell, and every process hears it, whichever of them wrote. What somebody keeps of a
// table is good for as long as the table's version stays the same.

import type { Database } from './database.ts'

const CHANNEL = 'forecourt_changes'

export interface Changes {
  /** Another number after every change; null while nobody listens, when nothing may be kept. */
  version(table: string): number | null
}

export interface ChangeFeed extends Changes {
  name: string
  start(): Promise<void>
  stop(): Promise<void>
}

export function createChangeFeed(db: Pick<Database, 'listen'>): ChangeFeed {
  const counts = new Map<string, number>()
  /** Times when something may have been missed, which counts for every table. */
  let doubts = 0
  let unlisten: (() => Promise<void>) | null = null

  const hear = (table: string) => {
    if (table === '') doubts += 1
    else counts.set(table, (counts.get(table) ?? 0) + 1)
  }

  return {
    name: 'changes',
    version: (table) => (unlisten ? doubts + (counts.get(table) ?? 0) : null),
    async start() {
      unlisten = await db.listen(CHANNEL, hear)
    },
    async stop() {
      const end = unlisten
      unlisten = null
      await end?.()
    },
  }
}
