// Sends and resends sign-in codes to anonymous callers by text message.

import type { Context } from 'hono'
import { requirePhone, requireUserData } from '../body.ts'
import type { TextMessage } from '../deps.ts'
import { AuthError } from '../errors.ts'
import { takeText } from '../rate-limits.ts'
import { retryOnce } from '../retry.ts'
import { type AuthServices, type CaptchaBody, inFixedTime, requireHuman } from '../services.ts'
import { channelFrom, issueTextCode, sendInBackground, type TextKind } from '../text-codes.ts'
import {
  findUserByPhone,
  findUsersByNewPhone,
  getUserById,
  insertUser,
  lockUserByPhone,
  savePassword,
} from '../users.ts'

interface OtpBody extends CaptchaBody {
  phone?: string | null
  create_user?: boolean | null
  data?: Record<string, unknown> | null
  channel?: string | null
}

/** The response is the same for known and unknown numbers, as with email. */
export async function otpByPhone(services: AuthServices, c: Context, body: OtpBody): Promise<Response> {
  const { clientAddress, limits, settings } = services
  if (!settings.external.phone) throw new AuthError('phone_provider_disabled', 'Unsupported phone provider')
  const to = { phone: requirePhone(body.phone), channel: channelFrom(body.channel) }
  const data = requireUserData(body.data)
  await requireHuman(services, c.req.raw, 'login', body)
  await takeText(limits, clientAddress(c.req.raw), 'sms', to.phone)
  const mayCreate = body.create_user !== false && !settings.disableSignup

  const issue = () =>
    services.db.transaction(async (tx): Promise<TextMessage | null> => {
      const known = await lockUserByPhone(tx, to.phone)
      if (!known && !mayCreate) return null
      // An unconfirmed number on a confirmed account cannot be used to sign in, because the user may have entered someone
      // else's.
      if (known && !known.phone_confirmed_at && known.confirmed_at) return null
      if (known && !known.phone_confirmed_at && known.encrypted_password) await savePassword(tx, known.id, null, 'void')
      const user =
        known ??
        (await getUserById(tx, await insertUser(tx, { phone: to.phone, passwordHash: '', data, confirmed: false })))
      return issueTextCode(services, tx, 'sms', user, to)
    })
  await inFixedTime(services, async () => {
    sendInBackground(services, await retryOnce(issue))
  })
  return c.json({})
}

/** Sends a code again if one is pending. */
export async function resendText(services: AuthServices, c: Context, type: TextKind, given: string | null | undefined) {
  const { clientAddress, limits, settings } = services
  if (!settings.external.phone) throw new AuthError('phone_provider_disabled', 'Phone logins are disabled')
  const phone = requirePhone(given)
  const to = { phone, channel: 'sms' } as const
  await takeText(limits, clientAddress(c.req.raw), type, phone)
  await inFixedTime(services, async () => {
    const message = await services.db.transaction(async (tx) => {
      if (type === 'phone_change') {
        const [id] = await findUsersByNewPhone(tx, phone)
        if (!id || (await findUserByPhone(tx, phone))) return null
        return issueTextCode(services, tx, type, { id }, to)
      }
      const user = await lockUserByPhone(tx, phone)
      return user && !user.confirmed_at ? issueTextCode(services, tx, 'sms', user, to) : null
    })
    sendInBackground(services, message)
  })
  return c.json({})
}
