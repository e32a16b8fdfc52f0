// Codes sent by text message through Twilio. Without Twilio they stay in the outbox, and the development mailbox shows
// them.

import type { Queryable } from '../db/database.ts'
import { readCompany } from './company.ts'
import { TWILIO_TIMEOUT_MS } from './limits.ts'
import { queueMail } from './queue-mail.ts'
import { oneLine } from './text.ts'

interface TextMessage {
  /** Digits only, starting with the country code. */
  phone: string
  code: string
  channel: 'sms' | 'whatsapp'
}

export interface TwilioAccount {
  url: string
  accountSid: string
  authToken: string
  /** A messaging service's SID, or a phone number. */
  sender: string
}

export type SendText = (message: TextMessage) => Promise<void>

export function createSendText(db: Queryable, twilio: TwilioAccount | null): SendText {
  if (!twilio)
    return ({ phone, code }) => queueMail(db, { template: 'text-message', recipient: `+${phone}`, data: { code } })
  return async (message) => {
    const { companyName } = await readCompany(db)
    await send(twilio, message, `${message.code} is your code for ${oneLine(companyName)}. Don't share it with anyone.`)
  }
}

async function send({ url, accountSid, authToken, sender }: TwilioAccount, message: TextMessage, text: string) {
  const prefix = message.channel === 'whatsapp' ? 'whatsapp:' : ''
  const isNumber = /^\+?\d+$/.test(sender)
  const response = await fetch(`${url}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(TWILIO_TIMEOUT_MS),
    headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
    body: new URLSearchParams({
      To: `${prefix}+${message.phone}`,
      From: isNumber ? `${prefix}${sender}` : sender,
      Channel: message.channel,
      Body: text,
    }),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`Twilio responded with status ${response.status}`)
}
