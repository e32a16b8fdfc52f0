import { createTransport } from 'nodemailer'
import type { Company } from './company.ts'
import type { ComposedMail } from './compose.tsx'
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

export function createMailer({ smtpUrl, from }: SmtpOptions): Mailer {
  const transport = createTransport({
    url: smtpUrl,
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
      if (!from && !company.companyEmail) throw new NoSender()
      await transport.sendMail({
        messageId,
        from: from ?? { name: oneLine(company.companyName), address: company.companyEmail },
        to: { name: '', address: mail.to },
        replyTo: mail.replyTo && { name: '', address: mail.replyTo },
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        headers: { 'Auto-Submitted': 'auto-generated' },
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
