// What a mail server means when it says no. Only a recipient that it refuses for good is final; all else (a wrong password,
// a sender it does not like, a filter, a full disk) can be put right, so the mail waits and the back office says why.

interface SmtpError {
  code?: string
  command?: string
  response?: string
  responseCode?: number
  message?: string
}

/** Where it happened, by nodemailer's code and the command under way. */
type Stage = 'no-sender' | 'sign-in' | 'connection' | 'sender' | 'recipient' | 'message' | 'other'

const CONNECTION = new Set([
  'ECONNECTION',
  'ESOCKET',
  'ETIMEDOUT',
  'EDNS',
  'ETLS',
  'EREQUIRETLS',
  'EPROXY',
  'ECONNREFUSED',
])
const SIGN_IN = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2'])

/** The dealer has not said yet whom mails are from. */
export class NoSender extends Error {
  readonly code = 'ENOSENDER'
  constructor() {
    super('fill in the Company Email in the settings, or set MAIL_FROM')
  }
}

function stageOf({ code = '', command = '', responseCode }: SmtpError): Stage {
  if (code === 'ENOSENDER') return 'no-sender'
  // 530 asks for a sign-in at whatever command comes first.
  if (SIGN_IN.has(code) || responseCode === 530 || responseCode === 535) return 'sign-in'
  if (CONNECTION.has(code) || responseCode === 421) return 'connection'
  if (command === 'MAIL FROM') return 'sender'
  if (command === 'RCPT TO') return 'recipient'
  return code === 'EMESSAGE' || command === 'DATA' ? 'message' : 'other'
}

const SENTENCES: Record<Stage, string> = {
  'no-sender': 'There is no address to send from',
  'sign-in': 'The mail server does not accept the user name and password',
  connection: 'The mail server cannot be reached',
  sender: 'The mail server does not accept the sender',
  recipient: 'The mail server does not accept this address',
  message: 'The mail server does not accept the message',
  other: 'The mail could not be sent',
}

/** The enhanced status code (RFC 3463) that says whose fault it is, where the server gives one. */
const enhancedCode = (response = '') => /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(response)

/** Codes for "no such mailbox" of servers that give no enhanced one. */
const NO_SUCH_MAILBOX = new Set([550, 551, 553])

/**
 * Many servers say only at RCPT TO what they have against the sender or against us ("relay access denied", a block list):
 * that is not the recipient's fault. Their enhanced code tells: 5.1.x is an address (of the sender: 7 and 8), 5.2.x a mailbox.
 */
export function isRefusedForGood(error: unknown): boolean {
  const failure = error as SmtpError
  const { responseCode = 0 } = failure
  if (stageOf(failure) !== 'recipient' || responseCode < 500) return false
  const enhanced = enhancedCode(failure.response)
  if (!enhanced) return NO_SUCH_MAILBOX.has(responseCode)
  const [, subject, detail = ''] = enhanced
  return subject === '2' || (subject === '1' && !['7', '8'].includes(detail))
}

/** It would go the same way with every other mail. */
export function isServerTrouble(error: unknown): boolean {
  return ['no-sender', 'sign-in', 'connection', 'sender'].includes(stageOf(error as SmtpError))
}

/** For the back office: what happened, then the server's own words; without links, which could be those of the mail. */
export function explainRefusal(error: unknown): string {
  const failure = error as SmtpError
  const words = (failure.response || failure.message || String(error)).replace(/\s+/g, ' ').trim()
  return `${SENTENCES[stageOf(failure)]}: ${words.replace(/\bhttps?:\/\/\S+/gi, '(link)')}`
}
