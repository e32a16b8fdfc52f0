import type { Context } from 'hono'
import type { z } from 'zod'
import { requirePhone, requireUserData, type SignupBody } from '../body.ts'
import { AuthError } from '../errors.ts'
import { guessableWords, requireGoodPassword } from '../passwords.ts'
import { takeText } from '../rate-limits.ts'
import { isUniqueViolation, retryOnce } from '../retry.ts'
import { type AuthServices, clientOf, inFixedTime, requireHuman } from '../services.ts'
import { openSession } from '../sessions.ts'
import { type Channel, channelFrom, issueTextCode, sendInBackground } from '../text-codes.ts'
import {
  findUserByPhone,
  getUserById,
  insertUser,
  lockUserById,
  lockUserByPhone,
  savePassword,
  type UserRow,
} from '../users.ts'
import { decoyUser, toNewUser } from './new-user.ts'

interface Registration {
  phone: string
  password: string
  passwordHash: string
  data: Record<string, unknown>
}

export async function signUpByPhone(services: AuthServices, c: Context, body: z.infer<typeof SignupBody>) {
  const { db, limits, passwords, settings, siteUrl } = services
  if (settings.disableSignup) throw new AuthError('signup_disabled', 'Signups not allowed for this instance')
  if (!settings.external.phone) throw new AuthError('phone_provider_disabled', 'Phone signups are disabled')
  if (!body.password) throw new AuthError('validation_failed', 'Signup requires a valid password')
  if (body.code_challenge) throw new AuthError('validation_failed', 'PKCE not supported for phone signups')
  const phone = requirePhone(body.phone)
  const channel = channelFrom(body.channel)
  requireGoodPassword(body.password, await guessableWords(db, phone, siteUrl), settings.password)
  const data = requireUserData(body.data)
  await requireHuman(services, c.req.raw, 'register', body)

  const registration = { phone, password: body.password, passwordHash: await passwords.hash(body.password), data }
  if (settings.sms.autoconfirm) return c.json(await registerAtOnce(services, c.req.raw, registration))
  const user = await inFixedTime(services, async () => {
    const registered = await register(services, registration)
    // Count the request even if nothing is sent, so that the limit does not reveal which numbers are taken.
    await takeText(limits, services.clientAddress(c.req.raw), 'sms', phone)
    const issued = registered && (await issueCode(services, registered.id, { phone, channel }))
    if (!issued) return decoyUser(registration, services.keys.hmacSecret)
    sendInBackground(services, issued.message)
    return toNewUser(issued.user, registration)
  })
  return c.json(user)
}

/**
 * Locks the row, because two parallel requests would both insert a code. Returns null if the number has meanwhile been
 * confirmed with the previous code.
 */
function issueCode(services: AuthServices, id: string, to: { phone: string; channel: Channel }) {
  return services.db.transaction(async (tx) => {
    const user = await lockUserById(tx, id)
    if (user.confirmed_at) return null
    const message = await issueTextCode(services, tx, 'sms', user, to)
    return { message, user: await getUserById(tx, id) }
  })
}

const taken = () => new AuthError('user_already_exists', 'User already registered')

/**
 * Signing up without entering a code does not prove who owns the number, so everything set up here is removed when
 * someone enters a code sent to that number.
 */
async function registerAtOnce({ db, ...services }: AuthServices, request: Request, registration: Registration) {
  if (await findUserByPhone(db, registration.phone)) throw taken()
  const session = db.transaction(async (tx) => {
    const id = await insertUser(tx, { ...registration, confirmed: true })
    await tx.query('insert into forecourt.unproved_phones (user_id) values ($1)', [id])
    return openSession(tx, services.tokens, id, 'password', clientOf({ db, ...services }, request))
  })
  return session.catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken() : error
  })
}

/**
 * Returns the unconfirmed account, or null if the number is taken. As with email, registering twice with different
 * passwords leaves the account without a password.
 */
async function register({ db, passwords }: AuthServices, registration: Registration): Promise<UserRow | null> {
  const before = await findUserByPhone(db, registration.phone)
  const isSame = await passwords.matches(before?.encrypted_password, registration.password)
  return retryOnce(() =>
    db.transaction(async (tx) => {
      const known = await lockUserByPhone(tx, registration.phone)
      if (!known) return getUserById(tx, await insertUser(tx, { ...registration, confirmed: false }))
      if (known.confirmed_at) return null
      if (!isSame || known.encrypted_password !== before?.encrypted_password)
        await savePassword(tx, known.id, null, 'void')
      return known
    }),
  )
}
