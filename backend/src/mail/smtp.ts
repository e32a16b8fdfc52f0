import type { Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import { isLoopback } from '../lib/loopback.ts'
import type { Company } from './company.ts'
import type { ComposedMail } from './compose.tsx'
import { connectPublicly } from './public-address.ts'
import { NoSender } from './refusals.ts'
import { oneLine } from './text.ts'

/**
 * The sum of these timeouts is well below the worker's lease, so that no email is still being sent when another process
 * claims it.
 */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000, dnsTimeout: 15_000 }

export interface SmtpOptions {
  smtpUrl: string
  /** Null means the dealer's own name and address. */
  from: string | null
}

export interface Mailer {
  send(mail: ComposedMail, company: Company, messageId: string): Promise<void>
  close(): void
}

/** A mail server that an admin has entered. */
export interface MailServer {
  host: string
  port: number
  username: string
  password: string
  /** Empty for the dealer's own address. */
  from: string
}

/** On this port, the connection is encrypted from the start. On the others, STARTTLS is required. */
const IMPLICIT_TLS_PORT = 465

/** The options for a server that an admin has entered, which must be on the internet unless `allowLoopback` is set. */
function serverOptions({ host, port, username, password }: MailServer, allowLoopback: boolean) {
  return {
    host,
    port,
    secure: port === IMPLICIT_TLS_PORT,
    requireTLS: !isLoopback(host),
    ...(username ? { auth: { user: username, pass: password } } : {}),
    getSocket: (_options: unknown, done: (error: Error | null, socket?: { connection: Socket }) => void) => {
      const failed = (error: Error) => done(Object.assign(error, { code: codeOf(error) }))
      try {
        const connection = connectPublicly({ host, port, allowLoopback })
        connection.setTimeout(TIMEOUTS.connectionTimeout, () => connection.destroy(new Error('timed out')))
        connection.once('error', failed)
        connection.once('connect', () => {
          connection.setTimeout(0)
          connection.off('error', failed)
          done(null, { connection })
        })
      } catch (error) {
        failed(error as Error)
      }
    },
  }
}

/** A system error at this stage means that the server could not be reached. */
const codeOf = (error: Error & { code?: string }) => (error.code === 'EPRIVATE' ? error.code : 'ECONNECTION')

export const createMailer = ({ smtpUrl, from }: SmtpOptions): Mailer => createMailerOn({ url: smtpUrl }, from)

export const createServerMailer = (server: MailServer, allowLoopback: boolean): Mailer =>
  createMailerOn(serverOptions(server, allowLoopback), null, server.from)

function createMailerOn(server: object, from: string | null, fromAddress = ''): Mailer {
  const transport = createTransport({
    ...server,
    pool: true,
    maxConnections: 2,
    // Nothing that visitors type may be read as a file path or a URL to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMEOUTS,
  })

  return {
    async send(mail, company, messageId) {
      // An empty sender marks a bounce message, which servers accept and then discard.
      const address = fromAddress || company.companyEmail
      if (!from && !address) throw new NoSender()
      await transport.sendMail({
        messageId,
        from: from ?? { name: oneLine(company.companyName), address },
        to: { name: '', address: mail.to },
        replyTo: mail.replyTo && { name: '', address: mail.replyTo },
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(mail.unsubscribe && {
            'List-Unsubscribe': `<${mail.unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        attachments: mail.calendar
          ? [
              {
                filename: 'test-drive.ics',
                content: mail.calendar,
                contentTransferEncoding: 'base64', // the format requires its own line endings
                contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
              },
            ]
          : [],
      })
    },
    close: () => transport.close(),
  }
}
