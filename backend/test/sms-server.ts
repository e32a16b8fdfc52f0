// A local server that implements Twilio's messaging API.

import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const ACCOUNT_SID = 'AC-test'
const AUTH_TOKEN = 'the token of the account'
export const SENDER = '+15005550006'

interface SentText {
  to: string
  from: string
  channel: string
  body: string
}

export type SmsServer = Awaited<ReturnType<typeof startSmsServer>>

export async function startSmsServer() {
  const texts: SentText[] = []
  let isDown = false

  async function receive(request: IncomingMessage): Promise<number> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const form = new URLSearchParams(Buffer.concat(parts).toString())
    const key = `Basic ${Buffer.from(`${ACCOUNT_SID}:${AUTH_TOKEN}`).toString('base64')}`
    if (request.headers.authorization !== key) return 401
    if (request.url !== `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`) return 404
    if (isDown) return 503
    const read = (name: string) => form.get(name) ?? ''
    texts.push({ to: read('To'), from: read('From'), channel: read('Channel'), body: read('Body') })
    return 201
  }

  const server = createServer((request, response) => {
    void receive(request).then((status) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"sid":"SM1"}'),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    env: {
      GOTRUE_SMS_PROVIDER: 'twilio',
      GOTRUE_SMS_TWILIO_ACCOUNT_SID: ACCOUNT_SID,
      GOTRUE_SMS_TWILIO_AUTH_TOKEN: AUTH_TOKEN,
      GOTRUE_SMS_TWILIO_MESSAGE_SERVICE_SID: SENDER,
      GOTRUE_SMS_TWILIO_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    textsTo: (phone: string) => texts.filter(({ to }) => to.endsWith(`+${phone}`)),
    setDown: (down: boolean) => {
      isDown = down
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
