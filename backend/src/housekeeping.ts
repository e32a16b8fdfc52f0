// Now and then, what has had its day is removed: old sessions, the addresses of sent mails.
import { pruneAuth } from './auth/prune.ts'
import type { Database } from './db/database.ts'
import { pruneOutbox } from './mail/prune.ts'

export async function keepHouse(db: Database): Promise<void> {
  await Promise.all([pruneAuth(db), pruneOutbox(db)])
}
