import { z } from 'zod'
import { readBody, requirePhone } from '../body.ts'
import { AuthError } from '../errors.ts'
import { admitAttempt } from '../failed-attempts.ts'
import { findKnownDevice, rememberDevice } from '../known-devices.ts'
import { clientOf, isBanned, type Operation, requireHuman } from '../services.ts'
import { openSession } from '../sessions.ts'
import { flagWeakStaffPassword } from '../staff.ts'
import { findUserByEmail, findUserByPhone } from '../users.ts'

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
  const body = await readBody(request, Body)
  if (Boolean(body.email) === Boolean(body.phone))
    throw new AuthError('validation_failed', 'Only an email address or phone number should be provided on login.')
  const { external } = services.settings
  if (body.phone && !external.phone)
    throw new AuthError('phone_provider_disabled', 'Phone logins are disabled', { status: 422 })
  if (body.email && !external.email) throw new AuthError('email_provider_disabled', 'Email logins are disabled')
  const email = body.email?.trim().toLowerCase()
  const name = email ?? requirePhone(body.phone)
  const device = email ? await findKnownDevice(services, c, email) : null
  const isKnown = device !== null && (await limits.tryTake('passwordDevice', device))
  if (!isKnown) await limits.take('passwordAddress', address)
  await requireHuman(services, request, 'login', body)

  const refundAttempt = isKnown ? null : await admitAttempt(limits, name, address)
  const user = await (email ? findUserByEmail : findUserByPhone)(db, name)
  const isMatch = await passwords.matches(user?.encrypted_password, body.password ?? '')
  if (!user || !isMatch) throw new AuthError('invalid_credentials', 'Invalid login credentials')
  if (isKnown) await limits.refund('passwordDevice', device)
  else await limits.refund('passwordAddress', address)
  await refundAttempt?.()
  if (email && !user.email_confirmed_at) throw new AuthError('email_not_confirmed', 'Email not confirmed')
  if (!email && !user.phone_confirmed_at) throw new AuthError('phone_not_confirmed', 'Phone not confirmed')
  if (isBanned(user)) throw new AuthError('user_banned', 'User is banned', { status: 400 })

  // A user with a disabled profile may sign in. The site tells them why they cannot continue, and the database denies
  // them everything.
  if (email) rememberDevice(services, c, user)
  const session = await db.transaction(async (tx) => {
    await flagWeakStaffPassword(tx, user, body.password ?? '')
    return openSession(tx, tokens, user.id, 'password', clientOf(services, request))
  })
  return c.json(session)
}
