// A token is checked once and then good for the few calls of one submission (an insert and its mails). The row stays
// after that, so that the same token cannot be checked a second time; it is in the database, where all processes see it.

import { createHash } from 'node:crypto'
import type { Database } from '../db/database.ts'

const PASS_SECONDS = 120
/** An enquiry is the longest: the insert, the customer's mail, the dealer's mail; and one try again. */
const MAX_USES = 4
/** Longer than any challenge or Google's token lives. */
const REMEMBER_SECONDS = 3600

export type PassState = 'unknown' | 'used' | 'spent'

/** Uses the pass of a token that was checked before. */
export async function takePass(db: Database, name: string): Promise<PassState> {
  const { rows } = await db.query<{ is_good: boolean }>(
    `update forecourt.captcha_passes set uses = uses + 1 where hash = $1
     returning uses <= $2 and expires_at > now() + make_interval(secs => $3) as is_good`,
    [hashName(name), MAX_USES, REMEMBER_SECONDS - PASS_SECONDS],
  )
  const row = rows[0]
  if (!row) return 'unknown'
  return row.is_good ? 'used' : 'spent'
}

/** False when another call has just done it. */
export async function createPass(db: Database, name: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into forecourt.captcha_passes (hash, uses, expires_at)
     values ($1, 1, now() + make_interval(secs => $2)) on conflict (hash) do nothing returning hash`,
    [hashName(name), REMEMBER_SECONDS],
  )
  return rowCount === 1
}

export async function forgetOldPasses(db: Database): Promise<void> {
  await db.query('delete from forecourt.captcha_passes where expires_at < now()')
}

const hashName = (name: string) => createHash('sha256').update(name).digest('hex')
