// The rules for the passwords of people who work in the back office. Customers keep the specification's six characters.

import { MIN_STAFF_PASSWORD_LENGTH } from '../../../supabase/functions/_shared/lengths.ts'
import type { Queryable } from '../db/database.ts'
import { readSettings } from '../db/read-settings.ts'
import { containsName } from './easy-passwords.ts'
import { AuthError } from './errors.ts'
import { endSessions } from './sessions.ts'
import { MUST_SET_PASSWORD, type UserRow } from './users.ts'

/** Another role that works in the back office is added here. */
const STAFF_ROLES = ['admin']
const PRODUCT_NAME = 'Forecourt'

export async function isStaff(db: Queryable, userId: string): Promise<boolean> {
  const { rows } = await db.query('select from public.user_roles where user_id = $1 and role = any($2::text[])', [
    userId,
    STAFF_ROLES,
  ])
  return rows.length > 0
}

async function findProblem(db: Queryable, password: string): Promise<AuthError | null> {
  if ([...password].length < MIN_STAFF_PASSWORD_LENGTH)
    return new AuthError('weak_password', `Password should be at least ${MIN_STAFF_PASSWORD_LENGTH} characters.`, {
      weakPasswordReasons: ['length'],
    })
  const { companyName } = await readSettings(db, ['companyName'])
  if (containsName(password, [PRODUCT_NAME, companyName]))
    return new AuthError('weak_password', "Password should not contain the dealership's or the product's name.", {
      weakPasswordReasons: ['name'],
    })
  return null
}

export async function requireStaffPassword(db: Queryable, password: string): Promise<void> {
  const problem = await findProblem(db, password)
  if (problem) throw problem
}

/** For a new password of an account that exists. */
export async function requirePasswordOfRole(db: Queryable, userId: string, password: string): Promise<void> {
  if (await isStaff(db, userId)) await requireStaffPassword(db, password)
}

/**
 * Called with the password that has just signed in, the only time it is seen: whether it is good enough for staff is noted on
 * the account, which then asks for another one. Its sessions end: they would find the back office empty. A note that no longer
 * applies is removed.
 */
export async function noteStaffPassword(tx: Queryable, user: UserRow, password: string): Promise<void> {
  const noted = user.raw_app_meta_data?.[MUST_SET_PASSWORD]
  if (noted && noted !== 'weak') return
  const isWeak = (await isStaff(tx, user.id)) && (await findProblem(tx, password)) !== null
  if (isWeak === Boolean(noted)) return
  // Of two sign-ins at once, the second finds the note and leaves the session of the first.
  const { rowCount } = await tx.query(
    `update auth.users set raw_app_meta_data = (coalesce(raw_app_meta_data, '{}') - $2) || $3::jsonb
     where id = $1 and (coalesce(raw_app_meta_data, '{}') ? $2) <> $4`,
    [user.id, MUST_SET_PASSWORD, JSON.stringify(isWeak ? { [MUST_SET_PASSWORD]: 'weak' } : {}), isWeak],
  )
  if (isWeak && rowCount > 0) await endSessions(tx, user.id)
}
