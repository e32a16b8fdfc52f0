import { AuthError } from './errors.ts'
import { dropLinkTokens, isUsedLinkToken, type LinkType, redeemLinkToken } from './one-time-tokens.ts'
import { type AuthServices, clientOf, isBanned } from './services.ts'
import { openSession } from './sessions.ts'
import { confirmEmail, findUserById } from './users.ts'

export interface Redemption {
  token: string
  type: LinkType
  /** Given when the token was typed beside an address: both must belong together. */
  email?: string
}

/** The code is GoTrue's for every link that is no longer good; the site tells this case by its words. */
const USED_MESSAGE = 'Email link has already been used'

/** Turns the secret of an e-mailed link into a session, once. Whoever holds it has read mail sent to the address. */
export async function redeem(services: AuthServices, request: Request, { token, type, email }: Redemption) {
  const invalid = new AuthError(
    'otp_expired',
    email ? 'Token has expired or is invalid' : 'Email link is invalid or has expired',
  )
  // Refusals are returned, not thrown: a token that led nowhere is spent by the attempt.
  const outcome = await services.db.transaction(async (tx) => {
    const redeemed = await redeemLinkToken(tx, token, type)
    if (!redeemed && (await isUsedLinkToken(tx, token))) return new AuthError('otp_expired', USED_MESSAGE)
    const user = redeemed && (await findUserById(tx, redeemed.userId))
    // An address that changed since the mail was sent no longer proves anything.
    if (!user || user.email !== redeemed.email || (email && user.email !== email)) return invalid
    if (isBanned(user)) return new AuthError('user_banned', 'User is banned')
    await confirmEmail(tx, user.id)
    await dropLinkTokens(tx, user.id, 'signup')
    return { user, session: await openSession(tx, services.tokens, user.id, 'otp', clientOf(services, request)) }
  })
  if (outcome instanceof AuthError) throw outcome
  return outcome
}
