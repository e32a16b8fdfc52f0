import type { Queryable } from '../db/database.ts'
import { confirmEmailChange } from './email-change.ts'
import { AuthError } from './errors.ts'
import type { LinkType } from './links.ts'
import { isUsedToken, NO_USER, type Redeemed, redeemDigits, redeemToken, type TokenKind } from './one-time-tokens.ts'
import { isPkceToken, issueCode } from './pkce.ts'
import { proveEmail } from './proof.ts'
import { type AuthServices, clientOf, isBanned } from './services.ts'
import { openSession } from './sessions.ts'
import { findUserByEmail, findUsersByNewEmail, lockUserById, savePassword, type UserRow } from './users.ts'

export interface Redemption {
  token: string
  type: LinkType | 'email'
  /** Set if the user entered a code together with their email address. The two must match. */
  email?: string
  /** A browser that opens a link in a PKCE flow gets a code instead of the session. */
  isLink?: boolean
}

/** Newer clients send `email` for a sign-up or sign-in code. */
const KINDS: Record<Redemption['type'], readonly TokenKind[]> = {
  signup: ['signup'],
  invite: ['invite'],
  magiclink: ['magiclink'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
  email: ['signup', 'magiclink'],
}
const DIGITS = /^\d{6}$/

/** GoTrue uses the same error code for all invalid links, so the site recognises this case by its message. */
const USED_MESSAGE = 'Email link has already been used'
export const HALF_DONE_MESSAGE = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

type Session = Awaited<ReturnType<typeof openSession>>
export type Outcome =
  | { user: UserRow; session: Session }
  | { user: UserRow; code: string }
  | { user: UserRow; isHalfDone: true }

/** Exchanges the secret in an email for a session. It can be used only once, and having it proves access to the mailbox. */
export async function redeem(services: AuthServices, request: Request, wanted: Redemption): Promise<Outcome> {
  const { token, type, email, isLink } = wanted
  const invalid = new AuthError(
    'otp_expired',
    email ? 'Token has expired or is invalid' : 'Email link is invalid or has expired',
  )
  const isTypedCode = email !== undefined && DIGITS.test(token)
  // Count the attempt before checking the code, so that parallel attempts cannot all pass. Attempts with unknown
  // addresses are counted too.
  if (isTypedCode) await services.limits.take('codeAccount', email)

  // Errors are returned rather than thrown, so that the transaction commits and a failed attempt still uses up the token.
  const outcome = await services.db.transaction(async (tx): Promise<Outcome | AuthError> => {
    const redeemed = isTypedCode
      ? await redeemTyped(services, tx, email, token, type)
      : await redeemToken(tx, token, KINDS[type])
    if (!redeemed && (await isUsedToken(tx, token))) return new AuthError('otp_expired', USED_MESSAGE)
    const user = redeemed && (await lockUserById(tx, redeemed.userId))
    // If the address has changed since, the email no longer proves anything.
    if (!user || !belongsTo(user, redeemed) || (email && redeemed.relatesTo !== email)) return invalid
    if (isBanned(user)) return new AuthError('user_banned', 'User is banned')
    if (type === 'email_change') {
      const isDone = await confirmEmailChange(services, tx, user, redeemed.kind)
      if (!isDone) return { user, isHalfDone: true }
    } else {
      // Someone else may have registered the address with this password: see voidPassword in signup.
      if (redeemed.kind === 'recovery' && !user.confirmed_at && user.encrypted_password)
        await savePassword(tx, user.id, null, 'void')
      await proveEmail(tx, user)
    }
    if (redeemed.kind === 'invite' && !user.encrypted_password) await savePassword(tx, user.id, null, 'invited')
    if (isLink && isPkceToken(token)) {
      const code = await issueCode(tx, token)
      return code ? { user, code } : invalid
    }
    return { user, session: await openSession(tx, services.tokens, user.id, 'otp', clientOf(services, request)) }
  })
  if (outcome instanceof AuthError) throw outcome
  if (isTypedCode) await services.limits.refund('codeAccount', email)
  return outcome
}

function belongsTo(user: UserRow, { kind, relatesTo }: Redeemed): boolean {
  if (kind === 'email_change_new') return user.email_change === relatesTo
  return user.email === relatesTo && (kind !== 'email_change_current' || Boolean(user.email_change))
}

async function redeemTyped(
  services: AuthServices,
  tx: Queryable,
  email: string,
  code: string,
  type: Redemption['type'],
): Promise<Redeemed | undefined> {
  const known = await findUserByEmail(tx, email)
  const { hmacSecret } = services.keys
  const own = KINDS[type].filter((kind) => kind !== 'email_change_new')
  const redeemed = await redeemDigits(tx, hmacSecret, known?.id ?? NO_USER, code, own)
  if (redeemed || type !== 'email_change') return redeemed
  // Several accounts may have a pending change to the same address.
  for (const id of await findUsersByNewEmail(tx, email)) {
    const other = await redeemDigits(tx, hmacSecret, id, code, ['email_change_new'])
    if (other) return other
  }
  return undefined
}
