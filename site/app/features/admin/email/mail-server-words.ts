import { MAIL_PORTS, type MailServerForm, type MailServerProblem } from '#supabase/functions/_shared/mail-server.ts'

interface Words {
  /** The field to change, or null if none of them is the reason. */
  field: keyof MailServerForm | null
  message: string
}

const PORTS = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(MAIL_PORTS.map(String))

/** What went wrong, and what to do about it. */
const PROBLEMS: Record<MailServerProblem, Words> = {
  connection: { field: 'host', message: 'We couldn’t reach this server. Check its name and the port.' },
  private: { field: 'host', message: 'This server is on a private network. Enter a mail server on the internet.' },
  port: { field: 'port', message: `Use port ${PORTS}.` },
  tls: {
    field: 'port',
    message: 'We couldn’t set up a secure connection. Try another port, or ask your email provider which one to use.',
  },
  'sign-in': {
    field: 'password',
    message: 'The server didn’t accept this user name and password. Some providers need an “app password”.',
  },
  password: { field: 'password', message: 'Enter the password for this user name' },
  sender: {
    field: 'from',
    message: 'The server won’t send emails from this address. Enter one that belongs to this mailbox.',
  },
  'no-sender': { field: 'from', message: 'Enter the address to send from, or add a company email in the settings.' },
  recipient: {
    field: null,
    message: 'The server refused to send the test email to your own address. Check your address under My account.',
  },
  message: { field: null, message: 'The server rejected the test email. Your email provider can tell you why.' },
  other: { field: null, message: 'The test email couldn’t be sent. Your email provider can tell you why.' },
  'too-many': { field: null, message: 'You’ve tried too often in the last hour. Please try again later.' },
}

export const problemInWords = (problem: MailServerProblem): Words => PROBLEMS[problem] ?? PROBLEMS.other
