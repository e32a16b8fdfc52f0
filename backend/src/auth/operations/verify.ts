import { z } from 'zod'
import { readBody, requireEmail, requirePhone } from '../body.ts'
import { AuthError } from '../errors.ts'
import { rememberDevice } from '../known-devices.ts'
import { isLinkType } from '../links.ts'
import { HALF_DONE_MESSAGE, type Redemption, redeem } from '../redeem.ts'
import { redeemText } from '../redeem-text.ts'
import type { Operation } from '../services.ts'

const Body = z.object({
  type: z.string().nullish(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
})

/** Text messages do not contain a link, so these types do not have a token_hash. */
const isTextType = (type: string): type is 'sms' | 'phone_change' => type === 'sms' || type === 'phone_change'

export const verify: Operation = (services) => async (c) => {
  await services.limits.take('verifyAddress', services.clientAddress(c.req.raw))
  const body = await readBody(c.req.raw, Body)
  if (!body.type) throw new AuthError('validation_failed', 'Verify requires a verification type')
  if (Boolean(body.token) === Boolean(body.token_hash))
    throw new AuthError('validation_failed', 'Verify requires either a token or a token hash')
  if (body.token_hash && (body.email || body.phone))
    throw new AuthError('validation_failed', 'Only the token_hash and type should be provided')
  if (body.token && !body.email && !body.phone)
    throw new AuthError('validation_failed', 'Only an email address or phone number should be provided on verify')
  if (body.token && body.phone && isTextType(body.type)) {
    const code = { type: body.type, phone: requirePhone(body.phone), code: body.token }
    return c.json(await redeemText(services, c.req.raw, code))
  }
  const email = body.token && body.email ? requireEmail(body.email, 422) : undefined
  const type = toType(body.type)
  if (!type || body.phone) throw new AuthError('otp_expired', 'Token has expired or is invalid')
  const token = (body.token_hash || body.token) as string
  const outcome = await redeem(services, c.req.raw, { token, type, email })
  if (!('session' in outcome)) return c.json({ msg: HALF_DONE_MESSAGE, code: '200' })
  rememberDevice(services, c, outcome.user)
  return c.json(outcome.session)
}

function toType(type: string): Redemption['type'] | undefined {
  if (type === 'email' || isLinkType(type)) return type
  if (isTextType(type)) return undefined
  throw new AuthError('validation_failed', 'Unsupported verification type')
}
