import { z } from 'zod'
import type { Queryable } from '../../db/database.ts'
import { CHALLENGE_FIELDS, readBody, requireEmail, requirePhone, requireUserData } from '../body.ts'
import { beginEmailChange, replaceFirstEmail } from '../email-change.ts'
import { AuthError } from '../errors.ts'
import { hasSecondStep } from '../factors.ts'
import { rememberDevice } from '../known-devices.ts'
import { mailPasswordChange } from '../notices.ts'
import { dropTokens, redeemDigits } from '../one-time-tokens.ts'
import { guessableWords, requireGoodPassword } from '../passwords.ts'
import { beginPhoneChange } from '../phone-change.ts'
import { challengeFrom } from '../pkce.ts'
import { takeMail, takeText } from '../rate-limits.ts'
import { redirectFor } from '../redirects.ts'
import { type AuthServices, inFixedTime, type Operation, requireUser, type SignedIn } from '../services.ts'
import { endSessions } from '../sessions.ts'
import { requirePasswordOfRole } from '../staff.ts'
import { channelFrom, sendInBackground } from '../text-codes.ts'
import {
  getUserById,
  lockUserById,
  MAY_REPLACE_EMAIL,
  MUST_SET_PASSWORD,
  savePassword,
  toUser,
  type UserRow,
} from '../users.ts'

const Body = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.record(z.string(), z.unknown()).nullish(),
  channel: z.string().nullish(),
  ...CHALLENGE_FIELDS,
})
type Changes = z.infer<typeof Body>

/** A session younger than this does not need reauthentication. */
const FRESH_SECONDS = 24 * 3600

export const updateUser: Operation = (services) => async (c) => {
  const { db, limits, siteUrl } = services
  const caller = await requireUser(services, c.req.raw)
  if (caller.user.is_disabled) throw new AuthError('user_banned', 'User is banned')
  await limits.take('updateAccount', caller.user.id)
  const body = await readBody(c.req.raw, Body)
  if (body.app_metadata) throw new AuthError('not_admin', 'Updating app_metadata requires admin privileges')
  const newEmail = wantedEmail(caller.user, body)
  const newPhone = wantedPhone(services, caller.user, body)
  if (caller.user.is_anonymous && body.password && !newEmail && !newPhone)
    throw new AuthError(
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
      { status: 422 },
    )
  requireSecondStep(caller, Boolean(newEmail || newPhone || body.password))
  const options = { redirectTo: redirectFor(c.req.raw, siteUrl), pkce: challengeFrom(body) }

  const passwordHash = body.password ? await newPasswordHash(services, caller, body) : undefined
  const data = body.data ? mergeData(caller.user, body.data) : undefined
  const canReplace = newEmail !== undefined && (await canReplaceEmail(services, caller.user, body))
  // Count emails per account and per recipient, whether or not another account has the new address.
  if (newEmail && !canReplace) {
    await limits.take('mailAddress', services.clientAddress(c.req.raw))
    await takeMail(limits, 'email_change', caller.user.email || caller.user.id)
    await takeMail(limits, 'email_change', newEmail)
  }
  if (newPhone) {
    const address = services.clientAddress(c.req.raw)
    await takeText(limits, address, 'phone_change', newPhone.phone)
  }
  const change = () =>
    db.transaction(async (tx) => {
      if (data) {
        await tx.query('update auth.users set raw_user_meta_data = $2, updated_at = now() where id = $1', [
          caller.user.id,
          JSON.stringify(data),
        ])
      }
      const account = newEmail ? await lockUserById(tx, caller.user.id) : caller.user
      // Another request may have replaced the address in the meantime.
      const isReplaced = newEmail !== undefined && canReplace && mayReplaceEmail(account)
      if (isReplaced) await replaceFirstEmail(tx, account, newEmail)
      const user = isReplaced ? { ...account, email: newEmail } : account
      if (passwordHash) await changePassword(services, tx, { ...caller, user }, passwordHash)
      if (newEmail && !isReplaced) await beginEmailChange(services, tx, account, newEmail, options)
      return newPhone ? beginPhoneChange(services, tx, await lockUserById(tx, caller.user.id), newPhone) : null
    })
  // The caller must not learn from the response time whether another account has the address or number.
  const message = await (newEmail || newPhone ? inFixedTime(services, change) : change())
  sendInBackground(services, message)
  const user = await getUserById(db, caller.user.id)
  // The cookie is tied to the password, so this browser needs a new one.
  if (passwordHash && user.email) rememberDevice(services, c, user)
  return c.json(toUser(user))
}

function wantedEmail(user: UserRow, { email }: Changes): string | undefined {
  const wanted = email ? requireEmail(email) : undefined
  return wanted === user.email ? undefined : wanted
}

const mayReplaceEmail = ({ raw_app_meta_data: data }: UserRow) => data?.[MAY_REPLACE_EMAIL] === true

/** The first admin's own address replaces the default one at once, if the request comes with the password. */
async function canReplaceEmail({ passwords }: AuthServices, user: UserRow, { current_password: current }: Changes) {
  if (!mayReplaceEmail(user)) return false
  if (user.raw_app_meta_data?.[MUST_SET_PASSWORD] === 'issued') return true
  if (!current) return false
  if (await passwords.matches(user.encrypted_password, current)) return true
  throw new AuthError('current_password_invalid', 'Current password is incorrect')
}

function wantedPhone({ settings }: AuthServices, user: UserRow, { phone: given, channel }: Changes) {
  if (!given) return null
  if (!settings.external.phone) throw new AuthError('phone_provider_disabled', 'Phone changes are disabled')
  const phone = requirePhone(given)
  return phone === user.phone ? null : { phone, channel: channelFrom(channel) }
}

/** A user with a second step must pass it before changing their email address, phone number or password. */
function requireSecondStep(caller: SignedIn, isDecisive: boolean): void {
  if (isDecisive && hasSecondStep(caller) && caller.session.aal !== 'aal2')
    throw new AuthError('insufficient_aal', 'AAL2 session is required to update email or password when MFA is enabled.')
}

async function newPasswordHash(services: AuthServices, { user, session }: SignedIn, changes: Changes): Promise<string> {
  const { db, passwords, settings, siteUrl } = services
  const { password, current_password: current, nonce } = changes
  const wanted = password as string
  requireGoodPassword(wanted, await guessableWords(db, user.email, siteUrl), settings.password)
  await requirePasswordOfRole(db, user.id, wanted)
  if (nonce) await requireNonce(services, user, nonce)
  else if (settings.password.needsReauthentication && session.age > FRESH_SECONDS)
    throw new AuthError('reauthentication_needed', 'Password update requires reauthentication')
  if (current && !(await passwords.matches(user.encrypted_password, current)))
    throw new AuthError('current_password_invalid', 'Current password is incorrect')
  if (await passwords.matches(user.encrypted_password, wanted))
    throw new AuthError('same_password', 'New password should be different from the old password.')
  return passwords.hash(wanted)
}

/** Checks the code sent by `reauthenticate`. A correct code is used up, and wrong codes count towards the limit. */
async function requireNonce({ db, keys, limits }: AuthServices, user: UserRow, nonce: string): Promise<void> {
  await limits.take('codeAccount', user.id)
  const redeemed = await db.transaction((tx) => redeemDigits(tx, keys.hmacSecret, user.id, nonce, ['reauthentication']))
  if (!redeemed || redeemed.relatesTo !== (user.email || user.phone))
    throw new AuthError('reauthentication_not_valid', 'Nonce has expired or is invalid')
  await limits.refund('codeAccount', user.id)
}

/** A new password ends all other sessions and invalidates pending reset links. */
async function changePassword(
  services: AuthServices,
  tx: Queryable,
  { user, session }: SignedIn,
  passwordHash: string,
): Promise<void> {
  await savePassword(tx, user.id, passwordHash)
  await mailPasswordChange(services, tx, user)
  await endSessions(tx, user.id, { except: session.id })
  await dropTokens(tx, user.id, ['recovery'])
}

/** Merges the top-level keys. null removes a key. */
function mergeData(user: UserRow, changes: Record<string, unknown>): Record<string, unknown> {
  const merged = Object.entries({ ...user.raw_user_meta_data, ...changes }).filter(([, value]) => value !== null)
  return requireUserData(Object.fromEntries(merged))
}
