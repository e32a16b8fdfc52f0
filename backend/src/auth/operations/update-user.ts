import { z } from 'zod'
import { readBody, requireUserData } from '../body.ts'
import { AuthError } from '../errors.ts'
import { rememberDevice } from '../known-devices.ts'
import { dropLinkTokens } from '../one-time-tokens.ts'
import { guessableWords, requireGoodPassword } from '../passwords.ts'
import { type AuthServices, type Operation, requireUser, type SignedIn } from '../services.ts'
import { endSessions } from '../sessions.ts'
import { getUserById, savePassword, toUser, type UserRow } from '../users.ts'

const Body = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.record(z.string(), z.unknown()).nullish(),
})

export const updateUser: Operation = (services) => async (c) => {
  const { db, limits } = services
  const caller = await requireUser(services, c.req.raw)
  if (caller.user.is_disabled) throw new AuthError('user_banned', 'User is banned')
  await limits.take('updateAccount', caller.user.id)
  const body = await readBody(c.req.raw, Body)
  if (body.app_metadata) throw new AuthError('not_admin', 'Updating app_metadata requires admin privileges')
  if (body.email && body.email.trim().toLowerCase() !== caller.user.email)
    throw new AuthError('email_provider_disabled', 'Email changes are disabled')
  if (body.phone) throw new AuthError('phone_provider_disabled', 'Phone changes are disabled')

  const passwordHash = body.password ? await newPasswordHash(services, caller.user, body) : undefined
  const data = body.data ? mergeData(caller.user, body.data) : undefined
  await db.transaction(async (tx) => {
    if (data) {
      await tx.query('update auth.users set raw_user_meta_data = $2, updated_at = now() where id = $1', [
        caller.user.id,
        JSON.stringify(data),
      ])
    }
    if (passwordHash) await changePassword(tx, caller, passwordHash)
  })
  const user = await getUserById(db, caller.user.id)
  // Its cookie was good for the old password only.
  if (passwordHash) rememberDevice(services, c, user)
  return c.json(toUser(user))
}

async function newPasswordHash(
  { db, passwords, siteUrl }: AuthServices,
  user: UserRow,
  { password, current_password: current }: z.infer<typeof Body>,
): Promise<string> {
  const wanted = password as string
  requireGoodPassword(wanted, await guessableWords(db, user.email, siteUrl))
  if (current && !(await passwords.matches(user.encrypted_password, current)))
    throw new AuthError('current_password_invalid', 'Current password is incorrect')
  if (await passwords.matches(user.encrypted_password, wanted))
    throw new AuthError('same_password', 'New password should be different from the old password.')
  return passwords.hash(wanted)
}

/** A new password signs out everyone else, and ends the reset links that are still under way. */
async function changePassword(
  tx: Parameters<typeof endSessions>[0],
  { user, session }: SignedIn,
  passwordHash: string,
) {
  await savePassword(tx, user.id, passwordHash)
  await endSessions(tx, user.id, { except: session.id })
  await dropLinkTokens(tx, user.id, 'recovery')
}

/** Key by key; null removes a key. */
function mergeData(user: UserRow, changes: Record<string, unknown>): Record<string, unknown> {
  const merged = Object.entries({ ...user.raw_user_meta_data, ...changes }).filter(([, value]) => value !== null)
  return requireUserData(Object.fromEntries(merged))
}
