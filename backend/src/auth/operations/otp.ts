import { z } from 'zod'
import { CHALLENGE_FIELDS, readBody, requireEmail, requireUserData } from '../body.ts'
import { AuthError } from '../errors.ts'
import { type LinkOptions, mailConfirmation, mailLink } from '../links.ts'
import { challengeFrom } from '../pkce.ts'
import { takeMail } from '../rate-limits.ts'
import { redirectFor } from '../redirects.ts'
import { retryOnce } from '../retry.ts'
import { type AuthServices, inFixedTime, type Operation, requireHuman } from '../services.ts'
import { getUserById, insertUser, lockUserByEmail, savePassword } from '../users.ts'
import { otpByPhone } from './phone-otp.ts'

const Body = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  create_user: z.boolean().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  channel: z.string().nullish(),
  ...CHALLENGE_FIELDS,
  gotrue_meta_security: z.object({ captcha_token: z.string().nullish() }).nullish(),
})

interface OtpRequest {
  email: string
  data: Record<string, unknown>
  mayCreate: boolean
}

/**
 * Sends an email with a sign-in link and a six-digit code. The response is the same for known and unknown addresses, even
 * if the request must not create an account. In that case GoTrue would reveal that the address is unknown.
 */
export const otp: Operation = (services) => async (c) => {
  const { limits, clientAddress, settings, siteUrl } = services
  const body = await readBody(c.req.raw, Body)
  if (Boolean(body.email) === Boolean(body.phone))
    throw new AuthError('validation_failed', 'Only an email address or phone number should be provided')
  if (body.phone) return otpByPhone(services, c, body)
  await limits.take('mailAddress', clientAddress(c.req.raw))
  if (body.channel) throw new AuthError('validation_failed', 'Channel should only be specified with Phone OTP')
  if (!settings.external.email) throw new AuthError('email_provider_disabled', 'Email logins are disabled')
  const pkce = challengeFrom(body)
  const email = requireEmail(body.email)
  const data = requireUserData(body.data)
  await requireHuman(services, c.req.raw, 'login', body)
  await takeMail(limits, 'magiclink', email)

  const mayCreate = body.create_user !== false && !settings.disableSignup
  const options = { redirectTo: redirectFor(c.req.raw, siteUrl), pkce }
  await inFixedTime(services, () => retryOnce(() => sendLink(services, { email, data, mayCreate }, options)))
  return c.json({})
}

function sendLink(services: AuthServices, { email, data, mayCreate }: OtpRequest, options: LinkOptions): Promise<void> {
  return services.db.transaction(async (tx) => {
    const known = await lockUserByEmail(tx, email)
    if (known?.email_confirmed_at) return mailLink(services, tx, 'sign-in', known, options)
    if (!known && !mayCreate) return
    // Someone else may have registered the address with this password: see voidPassword in signup.
    if (known?.encrypted_password && !known.phone_confirmed_at) await savePassword(tx, known.id, null, 'void')
    const id = known?.id ?? (await insertUser(tx, { email, passwordHash: '', data, confirmed: false }))
    await mailConfirmation(services, tx, 'first-sign-in', await getUserById(tx, id), options)
  })
}
