// Now and then, what has had its day is removed: old sessions, spent captcha tokens, the addresses of sent mails.
import { pruneAuth } from './auth/prune.ts'
import { forgetOldPasses } from './captcha/passes.ts'
import type { Database } from './db/database.ts'
import type { Logger } from './http/log.ts'
import { pruneOutbox } from './mail/prune.ts'

const EVERY_MS = 60 * 60 * 1000

/** Returns how to stop. Several processes may do it at once: they only find less to do. */
export function startHousekeeping(db: Database, log: Logger): () => void {
  const timer = setInterval(() => {
    Promise.all([pruneAuth(db), forgetOldPasses(db), pruneOutbox(db)]).catch((err: unknown) =>
      log.warn({ event: 'housekeeping_failed', err }),
    )
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
