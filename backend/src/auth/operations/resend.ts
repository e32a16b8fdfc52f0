import { z } from 'zod'
import type { Queryable } from '../../db/database.ts'
import { CHALLENGE_FIELDS, readBody, requireEmail } from '../body.ts'
import { AuthError } from '../errors.ts'
import { type LinkOptions, mailConfirmation, mailEmailChange } from '../links.ts'
import { challengeFrom } from '../pkce.ts'
import { takeMail } from '../rate-limits.ts'
import { redirectFor } from '../redirects.ts'
import { type AuthServices, inFixedTime, type Operation } from '../services.ts'
import { lockUserByEmail, type UserRow } from '../users.ts'
import { resendText } from './phone-otp.ts'

const Body = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  ...CHALLENGE_FIELDS,
})

const TYPES = new Set(['signup', 'email_change', 'sms', 'phone_change'])

/** Sends an email again. The response is the same for an unknown address and for one without a pending email. */
export const resend: Operation = (services) => async (c) => {
  const { db, limits, clientAddress, siteUrl } = services
  const body = await readBody(c.req.raw, Body)
  if (!body.type || !TYPES.has(body.type))
    throw new AuthError('validation_failed', 'Missing one of these types: signup, email_change, sms, phone_change')
  if (body.type === 'sms' || body.type === 'phone_change') return resendText(services, c, body.type, body.phone)
  if (body.phone)
    throw new AuthError('validation_failed', 'A phone number is only allowed with the types sms and phone_change')
  await limits.take('mailAddress', clientAddress(c.req.raw))
  const pkce = challengeFrom(body)
  const email = requireEmail(body.email)
  const resendEmail = body.type === 'signup' ? resendConfirmation : resendEmailChange
  await takeMail(limits, body.type === 'signup' ? 'signup' : 'email_change', email)

  const options = { redirectTo: redirectFor(c.req.raw, siteUrl), pkce }
  await inFixedTime(services, () =>
    db.transaction(async (tx) => {
      const user = await lockUserByEmail(tx, email)
      if (user) await resendEmail(services, tx, user, options)
    }),
  )
  return c.json({})
}

async function resendConfirmation(services: AuthServices, tx: Queryable, user: UserRow, options: LinkOptions) {
  if (!user.email_confirmed_at) await mailConfirmation(services, tx, 'signup', user, options)
}

async function resendEmailChange(services: AuthServices, tx: Queryable, user: UserRow, options: LinkOptions) {
  if (user.email_change) await mailEmailChange(services, tx, user, user.email_change, options)
}
