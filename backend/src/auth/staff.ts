// The password rules for staff, who work in the back office. Customers need only six characters.

import { MIN_STAFF_PASSWORD_LENGTH } from '../../../supabase/functions/_shared/lengths.ts'
import { STAFF_ROLES } from '../../../supabase/functions/_shared/roles.ts'
import type { Queryable } from '../db/database.ts'
import { readSettings } from '../db/read-settings.ts'
import { containsName } from './easy-passwords.ts'
import { AuthError } from './errors.ts'
import { endSessions } from './sessions.ts'
import { MUST_SET_PASSWORD, type UserRow } from './users.ts'

const PRODUCT_NAME = 'Forecourt'

async function isStaff(db: Queryable, userId: string): Promise<boolean> {
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

/** Checks a new password for an existing account. */
export async function requirePasswordOfRole(db: Queryable, userId: string, password: string): Promise<void> {
  if (await isStaff(db, userId)) await requireStaffPassword(db, password)
}

/**
 * Call with the password after a successful sign-in, the only time it can be read. Marks a staff account whose password
 * is too weak, so that the site asks for a new one. Also ends the account's other sessions, which would no longer have
 * access to the back office. Clears a mark that no longer applies.
 */
export async function flagWeakStaffPassword(tx: Queryable, user: UserRow, password: string): Promise<void> {
  const mark = user.raw_app_meta_data?.[MUST_SET_PASSWORD]
  if (mark && mark !== 'weak') return
  const isWeak = (await isStaff(tx, user.id)) && (await findProblem(tx, password)) !== null
  if (isWeak === Boolean(mark)) return
  // When two sign-ins run in parallel, the second finds the mark and must not end the first one's session.
  const { rowCount } = await tx.query(
    `update auth.users set raw_app_meta_data = (coalesce(raw_app_meta_data, '{}') - $2) || $3::jsonb
     where id = $1 and (coalesce(raw_app_meta_data, '{}') ? $2) <> $4`,
    [user.id, MUST_SET_PASSWORD, JSON.stringify(isWeak ? { [MUST_SET_PASSWORD]: 'weak' } : {}), isWeak],
  )
  if (isWeak && rowCount > 0) await endSessions(tx, user.id)
}
