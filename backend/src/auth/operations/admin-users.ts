// What the back office does to accounts on the server's behalf. Only the secret key opens these.

import type { Context } from 'hono'
import { z } from 'zod'
import type { Queryable } from '../../db/database.ts'
import { readBody, requireEmail, requireUserData } from '../body.ts'
import { refuseTakenEmail } from '../email-change.ts'
import { AuthError } from '../errors.ts'
import { guessableWords, requireGoodPassword } from '../passwords.ts'
import { requireService } from '../require-service.ts'
import type { AuthServices, Operation } from '../services.ts'
import { endSessions } from '../sessions.ts'
import { confirmEmail, findUserById, getUserById, insertUser, savePassword, toUser, type UserRow } from '../users.ts'

const MAX_PER_PAGE = 1000
const UUID = z.guid()

const Body = z.object({
  email: z.string().nullish(),
  password: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  user_metadata: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.record(z.string(), z.unknown()).nullish(),
})
type Changes = z.infer<typeof Body>

async function requireTarget(services: AuthServices, c: Context): Promise<UserRow> {
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
  const page = Math.max(1, Number(c.req.query('page')) || 1)
  const perPage = Math.min(MAX_PER_PAGE, Math.max(1, Number(c.req.query('per_page')) || 50))
  const { rows } = await services.db.query<{ id: string; total: number }>(
    'select id, (count(*) over ())::int as total from auth.users order by created_at desc, id limit $1 offset $2',
    [perPage, (page - 1) * perPage],
  )
  const users = await Promise.all(rows.map(({ id }) => getUserById(services.db, id)))
  c.header('X-Total-Count', String(rows[0]?.total ?? 0))
  return c.json({ users: users.map(toUser), aud: 'authenticated' })
}

export const adminCreateUser: Operation = (services) => async (c) => {
  await requireService(services, c.req.raw)
  const body = await readBody(c.req.raw, Body)
  const email = requireEmail(body.email)
  if (body.password) await requireGood(services, body.password, email)
  const user = {
    email,
    passwordHash: body.password ? await services.passwords.hash(body.password) : '',
    data: requireUserData(body.user_metadata),
    appMetadata: body.app_metadata ?? {},
    confirmed: body.email_confirm === true,
  }
  const created = services.db.transaction(async (tx) => getUserById(tx, await insertUser(tx, user)))
  return c.json(toUser(await created.catch(refuseTakenEmail)))
}

export const adminUpdateUser: Operation = (services) => async (c) => {
  const target = await requireTarget(services, c)
  const changes = await readBody(c.req.raw, Body)
  const email = changes.email ? requireEmail(changes.email) : target.email
  if (changes.password) await requireGood(services, changes.password, email)
  const passwordHash = changes.password ? await services.passwords.hash(changes.password) : null
  await services.db
    .transaction((tx) => applyChanges(tx, target, { ...changes, email }, passwordHash))
    .catch(refuseTakenEmail)
  return c.json(toUser(await getUserById(services.db, target.id)))
}

const requireGood = async ({ db, settings, siteUrl }: AuthServices, password: string, email: string) =>
  requireGoodPassword(password, await guessableWords(db, email, siteUrl), settings.password)

async function applyChanges(tx: Queryable, target: UserRow, changes: Changes, passwordHash: string | null) {
  if (passwordHash) await savePassword(tx, target.id, passwordHash)
  await tx.query(
    `update auth.users set
       email = $2,
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $3::jsonb,
       raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || $4::jsonb,
       updated_at = now()
     where id = $1`,
    [
      target.id,
      changes.email,
      JSON.stringify(requireUserData(changes.user_metadata)),
      JSON.stringify(changes.app_metadata ?? {}),
    ],
  )
  if (changes.email !== target.email) {
    await tx.query(
      `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text), updated_at = now()
       where user_id = $1 and provider = 'email'`,
      [target.id, changes.email],
    )
  }
  if (changes.email_confirm) await confirmEmail(tx, target.id)
  // Someone else's new password ends every session that the old one opened.
  if (passwordHash) await endSessions(tx, target.id)
}
