// A token is checked once and can then be used once for each call in a submission (an insert and its emails). The pass is
// a row in the database, which all processes share. Functions in the database determine what it allows.

import { createHash } from 'node:crypto'
import type { CaptchaUse } from '../../../supabase/functions/_shared/human-check.ts'
import type { Database } from '../db/database.ts'

/** Whether this call may proceed, either with a proof that was checked before or with one that `isHuman` accepts now. */
export async function passOnce(
  db: Database,
  name: string,
  { action, call }: CaptchaUse,
  isHuman: () => Promise<boolean>,
): Promise<boolean> {
  const hash = createHash('sha256').update(name).digest('hex')
  const take = async () => {
    const { rows } = await db.query<{ state: string }>('select public.take_captcha_pass($1, $2, $3) as state', [
      hash,
      action,
      call,
    ])
    return rows[0]?.state
  }
  const state = await take()
  if (state !== 'unknown') return state === 'used'
  if (!(await isHuman())) return false
  const { rows } = await db.query<{ is_mine: boolean }>(
    'select public.create_captcha_pass($1, $2, array[$3::text]) as is_mine',
    [hash, action, call],
  )
  return rows[0]?.is_mine === true || (await take()) === 'used'
}
