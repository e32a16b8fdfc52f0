// Six-digit codes by text message, issued in a transaction and sent after it has committed.

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

/** The caller must send the returned message after the transaction has committed. */
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

/** For anonymous callers, who must not learn from the response time or an error whether a message was sent. */
export function sendInBackground({ sendText, log }: AuthServices, message: TextMessage | null): void {
  if (!message) return
  sendText(message).catch((err: unknown) => log?.error({ event: 'text_failed', err }, 'could not send a text message'))
}

export async function sendAndWait({ sendText, log }: AuthServices, message: TextMessage): Promise<void> {
  await sendText(message).catch((err: unknown) => {
    log?.error({ event: 'text_failed', err }, 'could not send a text message')
    throw new AuthError('sms_send_failed', 'Error sending the code by text message')
  })
}
