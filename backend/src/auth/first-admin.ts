// Creates admin accounts on the server itself rather than over the network. The first account is created automatically,
// and any others are created with a command.

import { randomInt } from 'node:crypto'
import { MIN_STAFF_PASSWORD_LENGTH } from '../../../supabase/functions/_shared/lengths.ts'
import { SETTINGS } from '../../../supabase/functions/_shared/settings.ts'
import { ConfigError } from '../config/config.ts'
import type { Database, Queryable } from '../db/database.ts'
import { requireEmail } from './body.ts'
import type { AuthDeps } from './deps.ts'
import { AuthError } from './errors.ts'
import { mailPasswordChange } from './notices.ts'
import { createPasswords, guessableWords, requireGoodPassword } from './passwords.ts'
import { proveEmail } from './proof.ts'
import { endSessions } from './sessions.ts'
import { requireStaffPassword } from './staff.ts'
import { insertUser, lockUserByEmail, MAY_REPLACE_EMAIL, savePassword } from './users.ts'

interface FirstAdmin {
  db: Database
  email: string
  /** null means that a password is generated. */
  password: string | null
  queueMail: AuthDeps['queueMail']
}

const OR_UNSET = 'choose another password, or leave this unset'
const EASY = `is common or easy to guess; ${OR_UNSET}`
/** The message for each of GoTrue's reasons for rejecting a weak password. */
const WEAKNESS: Record<string, string> = {
  length: `must have at least ${MIN_STAFF_PASSWORD_LENGTH} characters; ${OR_UNSET}`,
  name: `must not contain the product's name or the dealership's name; ${OR_UNSET}`,
}

/**
 * Creates the first admin if there is none. If the password was generated, it is returned, because it cannot be read
 * again.
 */
export async function ensureFirstAdmin({
  db,
  email,
  password,
  queueMail,
}: FirstAdmin): Promise<{ password: string | null } | null> {
  const { rows } = await db.query(`select from public.user_roles where role = 'admin' limit 1`)
  if (rows.length > 0) return null
  const admin = await saveAdmin({ db, email, password, queueMail, isFirst: true }).catch((error: unknown) => {
    if (error instanceof AuthError && error.code === 'weak_password')
      throw new ConfigError(`ADMIN_PASSWORD: ${WEAKNESS[error.extras.weakPasswordReasons?.[0] ?? ''] ?? EASY}`)
    throw error
  })
  if (admin) await seedAdminEmail(db, requireEmail(email))
  return admin && { password: admin.password }
}

/** Creates an admin account, or makes the existing account with that address an admin with a new password. */
export async function createAdmin(wanted: FirstAdmin): Promise<{ password: string; isNew: boolean }> {
  const admin = await saveAdmin({ ...wanted, isFirst: false })
  if (!admin) throw new Error('The account was not created')
  return { password: admin.password ?? (wanted.password as string), isNew: admin.isNew }
}

async function saveAdmin({
  db,
  email: given,
  password: wanted,
  isFirst,
  queueMail,
}: FirstAdmin & { isFirst: boolean }) {
  const email = requireEmail(given)
  const password = wanted ?? generatePassword()
  requireGoodPassword(password, await guessableWords(db, email))
  await requireStaffPassword(db, password)
  const passwordHash = await createPasswords().hash(password)

  return db.transaction(async (tx) => {
    // Several processes may start at once, but only one of them may create the first admin.
    await tx.query(`select pg_advisory_xact_lock(hashtext('forecourt first admin'))`)
    if (isFirst) {
      const { rows } = await tx.query(`select from public.user_roles where role = 'admin' limit 1`)
      if (rows.length > 0) return null
    }
    const isNew = await saveAccount(tx, { email, passwordHash, isFirst, isIssued: wanted === null, queueMail })
    return { password: wanted ? null : password, isNew }
  })
}

interface NewAdmin extends Pick<FirstAdmin, 'email' | 'queueMail'> {
  passwordHash: string
  isFirst: boolean
  isIssued: boolean
}

async function saveAccount(tx: Queryable, admin: NewAdmin): Promise<boolean> {
  const { email, passwordHash, isFirst, isIssued, queueMail } = admin
  const known = await lockUserByEmail(tx, email)
  const id = known?.id ?? (await insertUser(tx, { email, passwordHash, data: ADMIN_DATA, confirmed: true }))
  if (known) await proveEmail(tx, known)
  // A password that was shown on a screen must be replaced at the first sign-in.
  await savePassword(tx, id, passwordHash, isIssued ? 'issued' : undefined)
  if (isFirst && isIssued) {
    await tx.query(`update auth.users set raw_app_meta_data = raw_app_meta_data || $2::jsonb where id = $1`, [
      id,
      JSON.stringify({ [MAY_REPLACE_EMAIL]: true }),
    ])
  }
  if (known) {
    await mailPasswordChange({ queueMail }, tx, known)
    await endSessions(tx, id)
    // This lets the server's operator back in if they have lost their phone.
    await tx.query('select forecourt.drop_second_steps($1)', [id])
  }
  await tx.query('update public.profiles set disabled = false where id = $1 and disabled', [id])
  await tx.query(
    `insert into public.user_roles (user_id, role) values ($1, 'admin') on conflict (user_id) do update set role = 'admin'`,
    [id],
  )
  return known === undefined
}

const ADMIN_DATA = { first_name: 'Site', last_name: 'Admin' }

/** Sets the address for notifications only once, so that a value cleared in the back office stays cleared. */
async function seedAdminEmail(db: Database, email: string): Promise<void> {
  await db.query(
    `insert into public.config (key, value) values ($1, $2)
     on conflict (key) do update set value = excluded.value where config.value = ''`,
    [SETTINGS.adminEmail.key, email],
  )
}

/** Leaves out letters and digits that look alike, because people copy the password from a screen. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 5

export function generatePassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}
