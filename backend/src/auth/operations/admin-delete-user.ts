import { createHash } from 'node:crypto'
import { z } from 'zod'
import { DatabaseError, type Queryable } from '../../db/database.ts'
import { readBody } from '../body.ts'
import { AuthError } from '../errors.ts'
import type { Operation } from '../services.ts'
import { endSessions } from '../sessions.ts'
import type { UserRow } from '../users.ts'
import { requireTarget } from './admin-users.ts'

const Body = z.object({ should_soft_delete: z.boolean().nullish() })

/** Raised by the database, which refuses to delete the last admin. */
const LAST_ADMIN = 'P0001'

export const adminDeleteUser: Operation = (services) => async (c) => {
  const target = await requireTarget(services, c)
  const { should_soft_delete: isSoft } = await readBody(c.req.raw, Body)
  await services.db
    .transaction(async (tx) => {
      if (isSoft) await anonymise(tx, target)
      else await tx.query('delete from auth.users where id = $1', [target.id])
    })
    .catch((error: unknown) => {
      if (error instanceof DatabaseError && error.code === LAST_ADMIN) throw new AuthError('conflict', error.message)
      throw error
    })
  return c.json({})
}

/** The row is kept so that its id is never reused, but all personal data and every way to sign in are removed. */
async function anonymise(tx: Queryable, { id, email, phone }: UserRow): Promise<void> {
  const hash = (text: string | null) => text && createHash('sha256').update(`${id}${text}`).digest('base64url')
  await endSessions(tx, id)
  for (const table of ['identities', 'mfa_factors', 'one_time_tokens']) {
    await tx.query(`delete from auth.${table} where user_id = $1`, [id])
  }
  await tx.query('delete from public.user_roles where user_id = $1', [id])
  await tx.query(
    `update auth.users set email = $2, phone = $3, encrypted_password = null, email_change = '', phone_change = '',
       confirmation_token = '', recovery_token = '', email_change_token_new = '', email_change_token_current = '',
       reauthentication_token = '', phone_change_token = '', raw_user_meta_data = '{}', raw_app_meta_data = '{}',
       email_confirmed_at = null, phone_confirmed_at = null, deleted_at = now(), updated_at = now()
     where id = $1`,
    [id, hash(email), hash(phone)],
  )
  await tx.query(`update public.profiles set first_name = '', last_name = '', email = '', phone = '' where id = $1`, [
    id,
  ])
}
