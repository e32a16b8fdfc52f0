// Six digits to a phone number: issued with the account's row, sent when that is certain.

import type { Queryable } from '../db/database.ts'
import type { TextMessage } from './deps.ts'
import { AuthError } from './errors.ts'
import { issueToken } from './one-time-tokens.ts'
import type { AuthServices } from './services.ts'
import type { UserRow } from './users.ts'

const SENT_AT = {
  sms: 'confirmation_sent_at',
  phone_change: 'phone_change_sent_at',
  reauthentication: 'reauthentication_sent_at',
} as const

export type TextKind = keyof typeof SENT_AT
export type Channel = TextMessage['channel']

export function channelFrom(given: string | null | undefined): Channel {
  if (!given || given === 'sms') return 'sms'
  if (given === 'whatsapp') return given
  throw new AuthError('validation_failed', 'Invalid channel, supported values are sms or whatsapp')
}

/** To be sent after the transaction. */
export async function issueTextCode(
  services: AuthServices,
  tx: Queryable,
  kind: TextKind,
  user: Pick<UserRow, 'id'>,
  to: { phone: string; channel: Channel },
): Promise<TextMessage> {
  const wanted = { userId: user.id, kind, relatesTo: to.phone }
  const { code } = await issueToken(tx, services.keys.hmacSecret, wanted)
  await tx.query(`update auth.users set ${SENT_AT[kind]} = now() where id = $1`, [user.id])
  return { ...to, code }
}

/** Whoever is not signed in must not learn from the time it takes, or from its failure, whether there was anything to send. */
export function sendUnseen({ sendText, log }: AuthServices, message: TextMessage | null): void {
  if (!message) return
  sendText(message).catch((err: unknown) => log?.error({ event: 'text_failed', err }, 'a text message was not sent'))
}

export async function sendSeen({ sendText, log }: AuthServices, message: TextMessage): Promise<void> {
  await sendText(message).catch((err: unknown) => {
    log?.error({ event: 'text_failed', err }, 'a text message was not sent')
    throw new AuthError('sms_send_failed', 'Error sending the code to the provider of text messages')
  })
}
