import { z } from 'zod'
import { readBody } from '../body.ts'
import { AuthError } from '../errors.ts'
import { clientOf, isBanned, type Operation, requireHuman } from '../services.ts'
import { openSession } from '../sessions.ts'
import { findUserByEmail } from '../users.ts'

const Body = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  gotrue_meta_security: z.object({ captcha_token: z.string().nullish() }).nullish(),
})

export const passwordGrant: Operation = (services) => async (c) => {
  const { db, limits, passwords, tokens, clientAddress } = services
  const request = c.req.raw
  const address = clientAddress(request)
  await limits.take('passwordAddress', address)
  const body = await readBody(request, Body)
  if (body.phone && !body.email)
    throw new AuthError('phone_provider_disabled', 'Phone logins are disabled', { status: 422 })
  if (!body.email || body.phone)
    throw new AuthError('validation_failed', 'Only an email address or phone number should be provided on login.')
  await requireHuman(services, request, 'login', body)

  const email = body.email.trim().toLowerCase()
  // Counted before the check, so that many guesses at once do not all slip through; a right password is given back.
  await limits.take('passwordAccount', email)
  const user = await findUserByEmail(db, email)
  const isMatch = await passwords.matches(user?.encrypted_password, body.password ?? '')
  if (!user || !isMatch) throw new AuthError('invalid_credentials', 'Invalid login credentials')
  await limits.giveBack('passwordAccount', email)
  await limits.giveBack('passwordAddress', address)
  if (!user.email_confirmed_at) throw new AuthError('email_not_confirmed', 'Email not confirmed')
  if (isBanned(user)) throw new AuthError('user_banned', 'User is banned', { status: 400 })

  // A disabled profile signs in, too: the site shows why it goes no further, and the database lets it do nothing.
  return c.json(await db.transaction((tx) => openSession(tx, tokens, user.id, 'password', clientOf(services, request))))
}
