import type { Queryable } from '../../db/database.ts'
import { readBody, requireEmail, requireUserData, SignupBody } from '../body.ts'
import { AuthError } from '../errors.ts'
import { type LinkOptions, mailConfirmation } from '../links.ts'
import { guessableWords, requireGoodPassword } from '../passwords.ts'
import { challengeFrom } from '../pkce.ts'
import { confirmUnproved } from '../proof.ts'
import { takeMail } from '../rate-limits.ts'
import { redirectFor } from '../redirects.ts'
import { isUniqueViolation, retryOnce } from '../retry.ts'
import { type AuthServices, clientOf, inFixedTime, type Operation, requireHuman } from '../services.ts'
import { openSession } from '../sessions.ts'
import {
  findUserByEmail,
  getUserById,
  identityData,
  insertUser,
  lockUserByEmail,
  lockUserById,
  savePassword,
  type UserRow,
} from '../users.ts'
import { signInAnonymously } from './anonymous.ts'
import { takenUser, toNewUser } from './new-user.ts'
import { signUpByPhone } from './phone-signup.ts'

interface Registration {
  email: string
  password: string
  passwordHash: string
  data: Record<string, unknown>
}

export const signup: Operation = (services) => async (c) => {
  const { limits, passwords, clientAddress, settings, siteUrl } = services
  const request = c.req.raw
  const limit = settings.mailer.autoconfirm ? 'signupUnmailedAddress' : 'signupAddress'
  await limits.take(limit, clientAddress(request))
  const body = await readBody(request, SignupBody)
  if (body.email && body.phone)
    throw new AuthError('validation_failed', 'Only an email address or phone number should be provided on signup.')
  if (body.phone) return signUpByPhone(services, c, body)
  if (!body.email) return c.json(await signInAnonymously(services, request, body))
  if (settings.disableSignup) throw new AuthError('signup_disabled', 'Signups not allowed for this instance')
  if (!settings.external.email)
    throw new AuthError('email_provider_disabled', 'Email signups are disabled', { status: 400 })
  if (!body.password) throw new AuthError('validation_failed', 'Signup requires a valid password')
  const pkce = challengeFrom(body)
  const email = requireEmail(body.email)
  requireGoodPassword(body.password, await guessableWords(services.db, email, siteUrl), settings.password)
  const data = requireUserData(body.data)
  await requireHuman(services, request, 'register', body)

  const { password } = body
  const registration = { email, password, passwordHash: await passwords.hash(password), data }
  if (settings.mailer.autoconfirm) {
    const session = await registerAtOnce(services, request, registration)
    if (session) return c.json(session)
  }
  const options = { redirectTo: redirectFor(request, siteUrl), pkce }
  return c.json(await inFixedTime(services, () => registerAndMail(services, registration, options)))
}

async function registerAndMail(services: AuthServices, registration: Registration, options: LinkOptions) {
  const id = await retryOnce(() => register(services, registration))
  // Count only after registering, because the registration must happen even if the email is refused: see voidPassword.
  // Count taken addresses too, so that the limit does not reveal which ones are taken.
  await takeMail(services.limits, 'signup', registration.email)
  const user = id && (await sendConfirmation(services, id, options))
  return user ? toNewUser(user, registration) : takenUser(registration)
}

/**
 * With autoconfirm, creates an account and a session without sending an email, so the address stays unproved. Returns
 * null if the address has an unconfirmed account, which still needs its email.
 */
async function registerAtOnce(services: AuthServices, request: Request, { email, passwordHash, data }: Registration) {
  const known = await findUserByEmail(services.db, email)
  const taken = new AuthError('user_already_exists', 'User already registered')
  if (known?.email_confirmed_at) throw taken
  if (known) return null
  return services.db
    .transaction(async (tx) => {
      const id = await insertUser(tx, { email, passwordHash, data, confirmed: false })
      await confirmUnproved(tx, id)
      return openSession(tx, services.tokens, id, 'password', clientOf(services, request))
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? taken : error
    })
}

/** Returns the id of the unconfirmed account, or null if the address has a confirmed one. */
async function register({ db, passwords }: AuthServices, registration: Registration): Promise<string | null> {
  const { email, password, passwordHash, data } = registration
  const before = await findUserByEmail(db, email)
  // The same password means the same person, who did not receive the first email.
  const isSame = await passwords.matches(before?.encrypted_password, password)
  return db.transaction(async (tx) => {
    const known = await lockUserByEmail(tx, email)
    if (!known) return insertUser(tx, { email, passwordHash, data, confirmed: false })
    if (known.confirmed_at) return null
    if (!isSame || known.encrypted_password !== before?.encrypted_password) await voidPassword(tx, known.id)
    await replaceDetails(tx, known, registration)
    return known.id
  })
}

/**
 * When an address is registered twice with different passwords, either registration could be the owner's. If one password
 * were kept, an attacker who registered the address before or after the owner could know the password that the owner then
 * confirms. So neither is kept, and the reader of either email is asked to set a new password.
 */
const voidPassword = (tx: Queryable, id: string) => savePassword(tx, id, null, 'void')

async function replaceDetails(tx: Queryable, known: UserRow, { email, data }: Registration) {
  await tx.query('update auth.users set raw_user_meta_data = $2, updated_at = now() where id = $1', [
    known.id,
    JSON.stringify(data),
  ])
  await tx.query(
    `update auth.identities set identity_data = $2, updated_at = now() where user_id = $1 and provider = 'email'`,
    [known.id, JSON.stringify(identityData(known.id, email, false, data))],
  )
  await tx.query(
    `update public.profiles set
       first_name = left(coalesce($2::jsonb ->> 'first_name', first_name), 100),
       last_name = left(coalesce($2::jsonb ->> 'last_name', last_name), 100),
       phone = left(coalesce($2::jsonb ->> 'phone', phone), 50)
     where id = $1`,
    [known.id, JSON.stringify(data)],
  )
}

/** Returns null if the address has since been confirmed through the previous email. */
function sendConfirmation(services: AuthServices, id: string, options: LinkOptions): Promise<UserRow | null> {
  return services.db.transaction(async (tx) => {
    const user = await lockUserById(tx, id)
    if (user.email_confirmed_at) return null
    await mailConfirmation(services, tx, 'signup', user, options)
    return getUserById(tx, id)
  })
}
