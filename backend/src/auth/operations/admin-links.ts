// Links created with the secret key. They are either sent as invitations or returned to a caller that sends them
// itself.

import { z } from 'zod'
import type { Queryable } from '../../db/database.ts'
import { readBody, requireEmail, requireUserData } from '../body.ts'
import { AuthError } from '../errors.ts'
import { type LinkType, mailLink } from '../links.ts'
import { issueToken, type TokenKind } from '../one-time-tokens.ts'
import { guessableWords, requireGoodPassword } from '../passwords.ts'
import { takeMail } from '../rate-limits.ts'
import { redirectFor } from '../redirects.ts'
import { requireService } from '../require-service.ts'
import type { AuthServices, Operation } from '../services.ts'
import {
  findUserByEmail,
  getUserById,
  insertUser,
  lockUserByEmail,
  savePassword,
  toUser,
  type UserRow,
} from '../users.ts'

const Body = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  new_email: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  redirect_to: z.string().nullish(),
})

const TYPES: Record<string, LinkType> = {
  signup: 'signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
}

const taken = () => new AuthError('email_exists', 'A user with this email address has already been registered')

export const invite: Operation = (services) => async (c) => {
  await requireService(services, c.req.raw)
  const body = await readBody(c.req.raw, Body)
  const email = requireEmail(body.email)
  const data = requireUserData(body.data)
  await takeMail(services.limits, 'invite', email)
  const user = await services.db.transaction(async (tx) => {
    const invited = await requireUnconfirmed(tx, email, data, { isInvited: true })
    await mailLink(services, tx, 'invite', invited, { redirectTo: redirectFor(c.req.raw, services.siteUrl) })
    return getUserById(tx, invited.id)
  })
  return c.json(toUser(user))
}

/**
 * Returns the unconfirmed account with this address, creating it if needed. Removes its old password, which anyone may
 * have set.
 */
async function requireUnconfirmed(
  tx: Queryable,
  email: string,
  data: Record<string, unknown>,
  { passwordHash = '', isInvited = false } = {},
): Promise<UserRow> {
  const known = await lockUserByEmail(tx, email)
  if (known?.email_confirmed_at) throw taken()
  if (known?.encrypted_password || (known && passwordHash)) await savePassword(tx, known.id, passwordHash || null)
  return known ?? getUserById(tx, await insertUser(tx, { email, passwordHash, data, isInvited, confirmed: false }))
}

export const generateLink: Operation = (services) => async (c) => {
  await requireService(services, c.req.raw)
  const body = await readBody(c.req.raw, Body)
  const requestedType = body.type ?? ''
  if (!Object.hasOwn(TYPES, requestedType))
    throw new AuthError('validation_failed', `Invalid email action link type requested: ${requestedType}`)
  const email = requireEmail(body.email)
  const data = requireUserData(body.data)
  const passwordHash = requestedType === 'signup' ? await signupPassword(services, email, body.password) : ''
  const redirectTo = redirectFor(c.req.raw, services.siteUrl, body.redirect_to)

  const link = await services.db.transaction(async (tx) => {
    const { user, kind } = await accountFor(tx, requestedType, email, data, passwordHash)
    const relatesTo =
      kind === 'email_change_new' || kind === 'email_change_current' ? await pendingEmail(tx, user, body, kind) : email
    const issued = await issueToken(tx, services.keys.hmacSecret, { userId: user.id, kind, relatesTo })
    const type = TYPES[kind] as LinkType
    return {
      ...toUser(await getUserById(tx, user.id)),
      action_link: `${services.siteUrl}/auth/v1/verify?token=${issued.token}&type=${type}&redirect_to=${encodeQueryValue(redirectTo)}`,
      email_otp: issued.code,
      hashed_token: issued.token,
      verification_type: kind,
      redirect_to: redirectTo,
    }
  })
  return c.json(link)
}

async function signupPassword(
  services: AuthServices,
  email: string,
  password: string | null | undefined,
): Promise<string> {
  if (!password) throw new AuthError('validation_failed', 'Signup requires a valid password')
  const { db, passwords, settings, siteUrl } = services
  requireGoodPassword(password, await guessableWords(db, email, siteUrl), settings.password)
  return passwords.hash(password)
}

/**
 * As in GoTrue, a sign-in link creates the account if needed, whereas a reset or an email change requires an existing
 * account.
 */
async function accountFor(
  tx: Queryable,
  requestedType: string,
  email: string,
  data: Record<string, unknown>,
  passwordHash: string,
): Promise<{ user: UserRow; kind: TokenKind }> {
  if (requestedType === 'signup' || requestedType === 'invite') {
    const user = await requireUnconfirmed(tx, email, data, { passwordHash, isInvited: requestedType === 'invite' })
    const sentAt = requestedType === 'invite' ? 'invited_at' : 'confirmation_sent_at'
    await tx.query(`update auth.users set ${sentAt} = now() where id = $1`, [user.id])
    return { user, kind: requestedType }
  }
  const known = await lockUserByEmail(tx, email)
  if (requestedType === 'magiclink' && !known?.email_confirmed_at)
    return { user: await requireUnconfirmed(tx, email, data), kind: 'signup' }
  if (!known) throw new AuthError('user_not_found', 'User with this email not found', { status: 404 })
  return { user: known, kind: requestedType as TokenKind }
}

/** Stores the new address and returns the address that this link is for. */
async function pendingEmail(
  tx: Queryable,
  user: UserRow,
  body: z.infer<typeof Body>,
  kind: TokenKind,
): Promise<string> {
  const newEmail = requireEmail(body.new_email)
  if (await findUserByEmail(tx, newEmail)) throw taken()
  await tx.query('update auth.users set email_change = $2, email_change_sent_at = now() where id = $1', [
    user.id,
    newEmail,
  ])
  return kind === 'email_change_new' ? newEmail : user.email
}

/**
 * Leaves addresses without special characters unencoded, as GoTrue does, because clients search its links for the plain
 * address.
 */
const encodeQueryValue = (address: string) => (/^[\w:/.~?-]*$/.test(address) ? address : encodeURIComponent(address))
