import { z } from 'zod'
import { readBody, refusePkce, requireEmail } from '../body.ts'
import { AuthError } from '../errors.ts'
import { takeMail } from '../limits.ts'
import { mailConfirmation } from '../links.ts'
import { redirectFor } from '../redirects.ts'
import { type Operation, quietly } from '../services.ts'
import { lockUserByEmail } from '../users.ts'

const Body = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  code_challenge: z.string().nullish(),
})

const TYPES = new Set(['signup', 'email_change', 'sms', 'phone_change'])

/** Sends the confirmation again. An unknown or confirmed address gets the same answer, and no mail. */
export const resend: Operation = (services) => async (c) => {
  const { db, limits, clientAddress, siteUrl } = services
  await limits.take('mailAddress', clientAddress(c.req.raw))
  const body = await readBody(c.req.raw, Body)
  if (!body.type || !TYPES.has(body.type))
    throw new AuthError('validation_failed', 'Missing one of these types: signup, email_change, sms, phone_change')
  if (body.phone || body.type === 'sms' || body.type === 'phone_change')
    throw new AuthError('phone_provider_disabled', 'Phone logins are disabled')
  refusePkce(body.code_challenge)
  const email = requireEmail(body.email)
  await takeMail(limits, 'signup', email)

  await quietly(services, () =>
    db.transaction(async (tx) => {
      const user = await lockUserByEmail(tx, email)
      if (body.type !== 'signup' || !user || user.email_confirmed_at) return
      await mailConfirmation(services, tx, user, redirectFor(c.req.raw, siteUrl))
    }),
  )
  return c.json({})
}
