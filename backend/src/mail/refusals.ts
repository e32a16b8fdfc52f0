// Explains why a mail server rejected an email. A rejection is final only if the recipient doesn't exist. Everything else
// (a wrong password, a rejected sender, a filter, a full disk) can be fixed, so the email is retried and the back office
// shows the reason.

interface SmtpError {
  code?: string
  /** The system's or TLS's own code, if nodemailer has replaced it. */
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
  message?: string
}

/** The stage at which sending failed, from nodemailer's error code and the SMTP command. */
export type Stage = 'no-sender' | 'sign-in' | 'connection' | 'tls' | 'sender' | 'recipient' | 'message' | 'other'

const CONNECTION = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'EPRIVATE', 'EPROXY', 'ECONNREFUSED'])
const TLS = new Set(['ETLS', 'EREQUIRETLS'])
/** Such as CERT_HAS_EXPIRED or ERR_SSL_WRONG_VERSION_NUMBER. */
const TLS_REASON = /CERT|SSL|TLS|SIGNATURE/
const SIGN_IN = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2'])

/** No address to send from has been configured. */
export class NoSender extends Error {
  readonly code = 'ENOSENDER'
  constructor() {
    super('enter a company email in the settings')
  }
}

/** The stage at which sending failed. */
export function stageOf({ code = '', originalCode = '', command = '', responseCode }: SmtpError): Stage {
  if (code === 'ENOSENDER') return 'no-sender'
  // 530 demands a sign-in, and can be the response to any command.
  if (SIGN_IN.has(code) || responseCode === 530 || responseCode === 535) return 'sign-in'
  if (TLS.has(code) || TLS_REASON.test(originalCode)) return 'tls'
  if (CONNECTION.has(code) || responseCode === 421) return 'connection'
  if (command === 'MAIL FROM') return 'sender'
  if (command === 'RCPT TO') return 'recipient'
  return code === 'EMESSAGE' || command === 'DATA' ? 'message' : 'other'
}

const SENTENCES: Record<Stage, string> = {
  'no-sender': 'There’s no address to send from',
  'sign-in': 'The mail server rejected the username and password',
  connection: 'We couldn’t connect to the mail server',
  tls: 'We couldn’t set up a secure connection to the mail server',
  sender: 'The mail server rejected the sender',
  recipient: 'The mail server rejected this address',
  message: 'The mail server rejected the message',
  other: 'The email couldn’t be sent',
}

/** The enhanced status code (RFC 3463), which gives the reason. Not all servers send one. */
const enhancedCode = (response = '') => /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(response)

/** Codes for "no such mailbox" from servers that don't send an enhanced code. */
const NO_SUCH_MAILBOX = new Set([550, 551, 553])

/**
 * Many servers reject the sender only at RCPT TO ("relay access denied", a block list), so a rejection at that stage need
 * not be about the recipient. The enhanced code shows which it is: 5.1.x is about an address (5.1.7 and 5.1.8 about the
 * sender's), 5.2.x about a mailbox.
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

/** Whether every other email would fail in the same way. */
export function isServerTrouble(error: unknown): boolean {
  return ['no-sender', 'sign-in', 'connection', 'tls', 'sender'].includes(stageOf(error as SmtpError))
}

/**
 * An explanation for the back office, followed by the server's own words. Links are removed, because they could come
 * from the email.
 */
export function explainRefusal(error: unknown): string {
  const failure = error as SmtpError
  const words = (failure.response || failure.message || String(error)).replace(/\s+/g, ' ').trim()
  return `${SENTENCES[stageOf(failure)]}: ${words.replace(/\bhttps?:\/\/\S+/gi, '(link)')}`
}
