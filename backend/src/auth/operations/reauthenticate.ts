import { AuthError } from '../errors.ts'
import { mailReauthentication } from '../links.ts'
import { takeMail, takeText } from '../rate-limits.ts'
import { type Operation, requireUser } from '../services.ts'
import { issueTextCode, sendAndWait } from '../text-codes.ts'

/** Sends the signed-in user a six-digit code, so that someone at their unlocked browser cannot change the password. */
export const reauthenticate: Operation = (services) => async (c) => {
  const { user } = await requireUser(services, c.req.raw)
  if (!user.email && user.phone) {
    if (!user.phone_confirmed_at)
      throw new AuthError('phone_not_confirmed', 'Please verify your phone first.', { status: 422 })
    const to = { phone: user.phone, channel: 'sms' } as const
    await takeText(services.limits, services.clientAddress(c.req.raw), 'reauthentication', to.phone)
    await sendAndWait(
      services,
      await services.db.transaction((tx) => issueTextCode(services, tx, 'reauthentication', user, to)),
    )
    return c.json({})
  }
  if (!user.email)
    throw new AuthError('validation_failed', 'Reauthentication requires the user to have an email or a phone number')
  if (!user.email_confirmed_at)
    throw new AuthError('email_not_confirmed', 'Please verify your email first.', { status: 422 })
  await takeMail(services.limits, 'reauthentication', user.email)
  await services.db.transaction((tx) => mailReauthentication(services, tx, user))
  return c.json({})
}
