import type { Queryable } from '../db/database.ts'
import { AuthError } from './errors.ts'
import { NO_USER, type Redeemed, redeemDigits } from './one-time-tokens.ts'
import { movePhone, provePhone } from './phone-change.ts'
import { type AuthServices, clientOf, isBanned } from './services.ts'
import { openSession } from './sessions.ts'
import { findUserByPhone, findUsersByNewPhone, lockUserById } from './users.ts'

interface TypedCode {
  type: 'sms' | 'phone_change'
  phone: string
  code: string
}

/** Exchanges a code from a text message for a session. Each code can be used only once. */
export async function redeemText(services: AuthServices, request: Request, { type, phone, code }: TypedCode) {
  const { db, limits, tokens } = services
  const invalid = new AuthError('otp_expired', 'Token has expired or is invalid')
  // Count the attempt before checking the code, so that parallel attempts cannot all pass. Attempts with unknown
  // numbers are counted too.
  await limits.take('codeAccount', phone)
  // Errors are returned rather than thrown, so that the transaction commits and a failed attempt still uses up the code.
  const session = await db.transaction(async (tx) => {
    const redeemed = await (type === 'sms' ? redeemForOwner : redeemForNewOwner)(services, tx, phone, code)
    if (redeemed?.relatesTo !== phone) return invalid
    const user = await lockUserById(tx, redeemed.userId)
    if (isBanned(user)) return new AuthError('user_banned', 'User is banned')
    if ((type === 'sms' ? user.phone : user.phone_change) !== phone) return invalid
    if (type === 'sms') await provePhone(tx, user)
    else await movePhone(tx, user, phone)
    return openSession(tx, tokens, user.id, 'otp', clientOf(services, request))
  })
  if (session instanceof AuthError) throw session
  await limits.refund('codeAccount', phone)
  return session
}

type Redeem = (services: AuthServices, tx: Queryable, phone: string, code: string) => Promise<Redeemed | undefined>

const redeemForOwner: Redeem = async ({ keys }, tx, phone, code) => {
  const owner = await findUserByPhone(tx, phone)
  return redeemDigits(tx, keys.hmacSecret, owner?.id ?? NO_USER, code, ['sms'])
}

/** Several accounts may have a pending change to the same number. */
const redeemForNewOwner: Redeem = async ({ keys }, tx, phone, code) => {
  for (const id of await findUsersByNewPhone(tx, phone)) {
    const redeemed = await redeemDigits(tx, keys.hmacSecret, id, code, ['phone_change'])
    if (redeemed) return redeemed
  }
  return undefined
}
