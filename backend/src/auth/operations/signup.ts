import { randomUUID } from 'node:crypto'
import { DatabaseError, type Queryable } from '../../db/database.ts'
import { readBody, refusePkce, requireEmail, requireUserData, SignupBody } from '../body.ts'
import { AuthError } from '../errors.ts'
import { mailConfirmation } from '../links.ts'
import { requireGoodPassword } from '../passwords.ts'
import { redirectFor } from '../redirects.ts'
import { type AuthServices, type Operation, requireHuman } from '../services.ts'
import { getUserById, identityData, insertUser, lockUserByEmail, toUser, type UserRow } from '../users.ts'

interface Registration {
  email: string
  passwordHash: string
  data: Record<string, unknown>
  redirectTo: string
}

export const signup: Operation = (services) => async (c) => {
  const { limits, passwords, clientAddress, siteUrl } = services
  const request = c.req.raw
  await limits.take('signupAddress', clientAddress(request))
  const body = await readBody(request, SignupBody)
  if (body.email && body.phone)
    throw new AuthError('validation_failed', 'Only an email address or phone number should be provided on signup.')
  if (body.phone) throw new AuthError('phone_provider_disabled', 'Phone signups are disabled')
  if (!body.email) throw new AuthError('anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  if (!body.password) throw new AuthError('validation_failed', 'Signup requires a valid password')
  refusePkce(body.code_challenge)
  const email = requireEmail(body.email)
  requireGoodPassword(body.password)
  const data = requireUserData(body.data)
  await requireHuman(services, request, 'register', body)
  await limits.take('mailAccount', email)
  await limits.take('mailAccountHourly', email)

  const passwordHash = await passwords.hash(body.password)
  const registration = { email, passwordHash, data, redirectTo: redirectFor(request, siteUrl) }
  return c.json(await register(services, registration).catch(onceMore(() => register(services, registration))))
}

/** Two sign-ups of one address at once: the second insert fails, and finds the first one's row when it tries again. */
function onceMore<T>(again: () => Promise<T>) {
  return (error: unknown): Promise<T> => {
    if (error instanceof DatabaseError && error.code === '23505') return again()
    throw error
  }
}

async function register(services: AuthServices, registration: Registration) {
  return services.db.transaction(async (tx) => {
    const known = await lockUserByEmail(tx, registration.email)
    if (known?.email_confirmed_at) return madeUpUser(registration)
    const id = known ? await replaceRegistration(tx, known, registration) : await insertNew(tx, registration)
    const user = await getUserById(tx, id)
    await mailConfirmation(services, tx, user, registration.redirectTo)
    return toUser(await getUserById(tx, id))
  })
}

const insertNew = (tx: Queryable, { email, passwordHash, data }: Registration) =>
  insertUser(tx, { email, passwordHash, data, confirmed: false })

/**
 * The link in the newest mail confirms what was typed last. GoTrue keeps the first password instead: whoever registers
 * someone else's address beforehand would know the password that its owner then confirms.
 */
async function replaceRegistration(tx: Queryable, known: UserRow, { email, passwordHash, data }: Registration) {
  await tx.query(
    'update auth.users set encrypted_password = $2, raw_user_meta_data = $3, updated_at = now() where id = $1',
    [known.id, passwordHash, JSON.stringify(data)],
  )
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
  return known.id
}

/** What GoTrue answers for a taken address: like a new user, but without identities. */
function madeUpUser({ email, data }: Registration) {
  const now = new Date().toISOString()
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}
