// A real SMTP server that stores the emails it receives.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface TestMailServer {
  url: string
  port: number
  emails: { recipients: string[]; mail: Email; raw: Buffer }[]
  /** Addresses that the server rejects as unknown. */
  unknown: Set<string>
  to(address: string): Email[]
  close(): Promise<void>
}

export async function startMailServer(port = 0): Promise<TestMailServer> {
  const emails: TestMailServer['emails'] = []
  const unknown: TestMailServer['unknown'] = new Set()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      done(unknown.has(address) ? Object.assign(new Error('5.1.1 No such user here'), { responseCode: 550 }) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        const raw = Buffer.concat(chunks)
        emails.push({ recipients, mail: await PostalMime.parse(raw), raw })
        done()
      })
    },
  })
  // A killed site resets its connection.
  server.on('error', () => {})
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', () => ready()))
  const address = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    emails,
    unknown,
    to: (recipient) => emails.filter(({ recipients }) => recipients.includes(recipient)).map(({ mail }) => mail),
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}

/** Serves the emails to other processes through Mailpit's API, which a local Supabase also has. */
export async function showEmails({ emails }: TestMailServer): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://mail-server')
    const id = /^\/api\/v1\/message\/(\d+)\/raw$/.exec(pathname)?.[1]
    if (id) {
      response.end(emails[Number(id)]?.raw)
    } else if (pathname === '/api/v1/search') {
      const wanted = /^to:"(.*)"$/.exec(searchParams.get('query') ?? '')?.[1] ?? ''
      const messages = emails.flatMap(({ recipients }, index) =>
        recipients.includes(wanted) ? [{ ID: String(index) }] : [],
      )
      response.end(JSON.stringify({ messages: messages.reverse() }))
    } else {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}
