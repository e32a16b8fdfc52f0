// Manages accounts with the secret key.

import type { Context } from 'hono'
import { z } from 'zod'
import { secondsOf } from '../../config/auth-settings.ts'
import { DatabaseError, type Queryable } from '../../db/database.ts'
import { readBody, requireEmail, requirePhone, requireUserData } from '../body.ts'
import { refuseTakenEmail } from '../email-change.ts'
import { AuthError } from '../errors.ts'
import { mailPasswordChange } from '../notices.ts'
import { guessableWords, requireGoodPassword } from '../passwords.ts'
import { refuseTakenPhone, vouchForPhone } from '../phone-change.ts'
import { confirmUnproved, revokeUnproved, vouchForEmail } from '../proof.ts'
import { requireService } from '../require-service.ts'
import type { AuthServices, Operation } from '../services.ts'
import { endSessions } from '../sessions.ts'
import { requirePasswordOfRole } from '../staff.ts'
import { findUserById, getUserById, insertUser, listUsers, savePassword, toUser, type UserRow } from '../users.ts'

const MAX_PER_PAGE = 1000
/** A hundred years, a common value for a permanent ban. */
const MAX_BAN_SECONDS = 100 * 366 * 24 * 3600
const MAX_PAGE = 1_000_000
const UUID = z.guid()

const Body = z.object({
  email: z.string().nullish(),
  password: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  phone: z.string().nullish(),
  phone_confirm: z.boolean().nullish(),
  ban_duration: z.string().nullish(),
  role: z.string().nullish(),
  id: z.guid().nullish(),
  user_metadata: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.record(z.string(), z.unknown()).nullish(),
})
type Changes = z.infer<typeof Body>

export async function requireTarget(services: AuthServices, c: Context): Promise<UserRow> {
  await requireService(services, c.req.raw)
  const id = c.req.param('id') ?? ''
  if (!UUID.safeParse(id).success) throw new AuthError('validation_failed', 'user_id must be an UUID', { status: 404 })
  const user = await findUserById(services.db, id)
  if (!user) throw new AuthError('user_not_found', 'User not found', { status: 404 })
  return user
}

export const adminGetUser: Operation = (services) => async (c) => c.json(toUser(await requireTarget(services, c)))

export const adminListUsers: Operation = (services) => async (c) => {
  await requireService(services, c.req.raw)
  const page = Math.min(MAX_PAGE, readCount(c, 'page') || 1)
  const perPage = Math.min(MAX_PER_PAGE, readCount(c, 'per_page') || 50)
  const { users, total } = await listUsers(services.db, perPage, (page - 1) * perPage)
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  c.header('X-Total-Count', String(total))
  c.header('Link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '))
  return c.json({ users: users.map(toUser), aud: 'authenticated' })
}

/** auth-js sends an empty parameter to get the default, and 0 means the default too. */
function readCount(c: Context, name: 'page' | 'per_page'): number {
  const text = c.req.query(name) ?? ''
  if (!/^\d*$/.test(text))
    throw new AuthError('validation_failed', `Bad Pagination Parameters: ${name} must be a number`)
  return Number(text)
}

export const adminCreateUser: Operation = (services) => async (c) => {
  await requireService(services, c.req.raw)
  const body = await readBody(c.req.raw, Body)
  const phone = body.phone ? requirePhone(body.phone) : undefined
  const email = body.email || !phone ? requireEmail(body.email) : undefined
  refuseOtherRole(body)
  const bannedUntil = bannedUntilFrom(body)
  if (body.password) await requireGood(services, body.password, email ?? '')
  const user = {
    id: body.id ?? undefined,
    email,
    phone,
    passwordHash: body.password ? await services.passwords.hash(body.password) : '',
    data: requireUserData(body.user_metadata),
    appMetadata: body.app_metadata ?? {},
    confirmed: body.email_confirm === true,
    isPhoneConfirmed: body.phone_confirm === true,
  }
  const created = services.db.transaction(async (tx) => {
    const id = await insertUser(tx, user)
    if (bannedUntil !== undefined) await ban(tx, id, bannedUntil)
    return getUserById(tx, id)
  })
  return c.json(toUser(await created.catch(refuseTaken)))
}

export const adminUpdateUser: Operation = (services) => async (c) => {
  const target = await requireTarget(services, c)
  const changes = await readBody(c.req.raw, Body)
  const email = changes.email ? requireEmail(changes.email) : target.email
  const phone = changes.phone ? requirePhone(changes.phone) : target.phone
  refuseOtherRole(changes)
  bannedUntilFrom(changes)
  if (changes.password) {
    await requireGood(services, changes.password, email)
    await requirePasswordOfRole(services.db, target.id, changes.password)
  }
  const passwordHash = changes.password ? await services.passwords.hash(changes.password) : null
  await services.db
    .transaction((tx) => applyChanges(services, tx, target, { ...changes, email, phone }, passwordHash))
    .catch(refuseTaken)
  return c.json(toUser(await getUserById(services.db, target.id)))
}

function refuseTaken(error: unknown): never {
  if (error instanceof DatabaseError && error.constraint === 'users_phone_key') refuseTakenPhone(error)
  return refuseTakenEmail(error)
}

const requireGood = async ({ db, settings, siteUrl }: AuthServices, password: string, email: string) =>
  requireGoodPassword(password, await guessableWords(db, email, siteUrl), settings.password)

async function applyChanges(
  services: AuthServices,
  tx: Queryable,
  target: UserRow,
  changes: Changes,
  passwordHash: string | null,
) {
  // Queue this email before the address changes, so that the email still belongs to the account.
  if (passwordHash) await mailPasswordChange(services, tx, target)
  // Change the address before calling revokeUnproved. A trigger lets the account keep leads sent from the old address
  // only if that address was proved.
  if (changes.email !== target.email)
    await tx.query(`update auth.users set email = nullif($2, '') where id = $1`, [target.id, changes.email])
  // From now on this password must be the only way in.
  if (passwordHash && changes.email_confirm) await revokeUnproved(tx, target)
  if (passwordHash) await savePassword(tx, target.id, passwordHash)
  await tx.query(
    `update auth.users set
       email = nullif($2, ''),
       phone = $5,
       phone_confirmed_at = case when $6 then coalesce(phone_confirmed_at, now()) when phone is distinct from $5 then null
         else phone_confirmed_at end,
       raw_user_meta_data = jsonb_strip_nulls(coalesce(raw_user_meta_data, '{}') || $3::jsonb),
       raw_app_meta_data = jsonb_strip_nulls(coalesce(raw_app_meta_data, '{}') || $4::jsonb),
       updated_at = now()
     where id = $1`,
    [
      target.id,
      changes.email,
      JSON.stringify(requireUserData(changes.user_metadata)),
      JSON.stringify(changes.app_metadata ?? {}),
      changes.phone,
      Boolean(changes.phone && changes.phone_confirm),
    ],
  )
  if (changes.email !== target.email) {
    await tx.query(
      `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text), updated_at = now()
       where user_id = $1 and provider = 'email'`,
      [target.id, changes.email],
    )
    // The new address is unproved unless the caller vouches for it with `email_confirm`.
    if (target.email_confirmed_at && !changes.email_confirm) await confirmUnproved(tx, target.id)
  }
  if (changes.email_confirm) await vouchForEmail(tx, target.id)
  if (changes.phone_confirm) await vouchForPhone(tx, target.id)
  const bannedUntil = bannedUntilFrom(changes)
  if (bannedUntil !== undefined) await ban(tx, target.id, bannedUntil)
  // When an admin sets a password, all of the user's sessions end.
  if (passwordHash) await endSessions(tx, target.id)
}

/** Policies distinguish only `anon` and `authenticated`. A user's permissions depend on user_roles. */
function refuseOtherRole({ role }: Changes): void {
  if (role && role !== 'authenticated')
    throw new AuthError('validation_failed', 'A user can only have the role authenticated')
}

/** null lifts a ban, and undefined changes nothing. */
function bannedUntilFrom({ ban_duration: duration }: Changes): Date | null | undefined {
  if (!duration) return undefined
  if (duration === 'none') return null
  const seconds = secondsOf(duration)
  if (seconds === null || seconds > MAX_BAN_SECONDS)
    throw new AuthError('validation_failed', `invalid format for ban duration: ${duration}`)
  return new Date(Date.now() + seconds * 1000)
}

async function ban(tx: Queryable, id: string, until: Date | null): Promise<void> {
  await tx.query('update auth.users set banned_until = $2 where id = $1', [id, until?.toISOString() ?? null])
}
