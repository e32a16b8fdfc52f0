import { createTransport } from 'nodemailer'
import type { Company } from './company.ts'
import type { ComposedMail } from './compose.tsx'
import { NoSender } from './refusals.ts'
import { oneLine } from './text.ts'

/** Together well below the worker's lease: a mail is never still under way when another process may take it. */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000, dnsTimeout: 15_000 }

export interface SmtpOptions {
  smtpUrl: string
  /** Else the dealer's own name and address. */
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
    // What visitors type is never read as a path or an address to fetch from.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMEOUTS,
  })

  return {
    async send(mail, company, messageId) {
      // An empty sender is that of bounces: servers take it, and throw the mail away.
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
                contentTransferEncoding: 'base64', // its line ends are part of the format
                contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
              },
            ]
          : [],
      })
    },
    close: () => transport.close(),
  }
}
