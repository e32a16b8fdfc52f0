import type { CaptchaUse } from '../_shared/human-check.ts'
import { confirmedKind, type LeadKind } from '../_shared/lead-kinds.ts'
import { SEND_EMAIL_LIMITS as LIMITS, SEND_EMAIL_WINDOW_SECONDS as WINDOW } from '../_shared/limits.ts'
import { readJson, refuse, respond } from '../_shared/respond.ts'
import { type SendEmail, sendEmailSchema } from '../_shared/send-email.schema.ts'

// Mails are queued by the insert they tell about (a trigger on enquiries, test drives, contact messages and
// sign-ups), so a browser that vanishes loses none. The one call here that leads to a mail is `contact`: it keeps the
// message, and its insert queues both mails. All others send nothing; enquiries and test drives are checked against what was
// just stored.

export interface ContactMessage {
  name: string
  email: string
  phone: string
  message: string
  /** The account that was signed in. */
  userId: string | null
}

export interface SendEmailDeps {
  /** Where links in mails may lead. */
  siteUrl: string
  /** Whether the token was made for this kind of submission, and this call of it has not been made. */
  verifyCaptcha(token: string, use: CaptchaUse, request: Request): Promise<boolean>
  /** Who is calling, as an opaque text: a hash of the network. */
  callerKey(request: Request): Promise<string>
  /** The account whose session the request carries; null for a guest, and for a session that has ended. */
  accountOf(request: Request): Promise<string | null>
  /** Counts one use of `key`; false when more than `max` fall into the window. */
  takeLimit(key: string, max: number, windowSeconds: number): Promise<boolean>
  /** Whether such a lead of this address was stored in the last ten minutes. */
  hasRecentLead(kind: LeadKind, email: string): Promise<boolean>
  /** Stores a message once, however often the same one is handed in within ten minutes. */
  keepContactMessage(message: ContactMessage): Promise<void>
  /** The first call of the contact form need not carry the phone number; the second does. */
  addContactPhone(email: string, phone: string): Promise<void>
}

const TOO_MANY = 'Too many messages. Please try again later or contact us directly.'
const accepted = () => respond({ success: true, message: 'Your e-mail is on its way.' })

export const sendEmail =
  (deps: SendEmailDeps) =>
  async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return refuse(405, 'Use POST.', { allow: 'POST' })
    const caller = await deps.callerKey(request)
    if (!(await deps.takeLimit(`send-email:${caller}`, LIMITS.callsPerNetworkAndHour, WINDOW.hour))) return tooMany()

    const parsed = sendEmailSchema.safeParse(await readJson(request))
    if (!parsed.success) return refuse(400, 'This is not an e-mail this site sends.')
    const email = parsed.data

    const proof = proofOf(email)
    if (proof && !(await deps.verifyCaptcha(proof.token, proof.use, request))) {
      return refuse(403, 'Please complete the reCAPTCHA verification')
    }
    return accept(email, { request, key: caller }, deps)
  }

interface Caller {
  request: Request
  /** As `callerKey` gives it. */
  key: string
}

/** Null for the two types that carry none: they follow a call to auth, which asked for it. */
function proofOf(email: SendEmail): { token: string; use: CaptchaUse } | null {
  switch (email.type) {
    case 'password-reset':
      return null
    case 'admin-notification': {
      const { data } = email
      if (data.enquiryType === 'registration') return null
      return { token: data.recaptchaToken, use: { action: data.enquiryType, call: 'dealer-mail' } }
    }
    default:
      return { token: email.data.recaptchaToken, use: { action: confirmedKind(email.type), call: 'customer-mail' } }
  }
}

async function accept(email: SendEmail, caller: Caller, deps: SendEmailDeps): Promise<Response> {
  switch (email.type) {
    case 'contact':
      return keepContact({ ...email.data, email: email.to }, caller, deps)
    case 'password-reset':
      return checkResetUrl(email.data.resetUrl, deps)
    case 'admin-notification': {
      const { enquiryType, customerEmail, customerPhone } = email.data
      // Not looked up: the answer would tell an anonymous caller who has just opened an account.
      if (enquiryType === 'registration') return accepted()
      const response = await matchLead(enquiryType, customerEmail, deps)
      if (response.ok && enquiryType === 'contact') await deps.addContactPhone(customerEmail, customerPhone)
      return response
    }
    default:
      return matchLead(confirmedKind(email.type), email.to, deps)
  }
}

/**
 * Counted by network alone: whatever is counted for all, or for an address that anyone can type, a stranger could use up.
 * The confirmation has ceilings of those kinds instead; it waits in the outbox (see the migrations), the message does not.
 */
async function keepContact(
  message: Omit<ContactMessage, 'userId'>,
  caller: Caller,
  deps: SendEmailDeps,
): Promise<Response> {
  const windows = [
    [`contact-hour:${caller.key}`, LIMITS.contactsPerNetworkAndHour, WINDOW.hour],
    [`contact-day:${caller.key}`, LIMITS.contactsPerNetworkAndDay, WINDOW.day],
  ] as const
  for (const [key, max, seconds] of windows) {
    if (!(await deps.takeLimit(key, max, seconds))) return tooMany()
  }
  const { name, email, phone, message: text } = message
  const userId = await deps.accountOf(caller.request)
  await deps.keepContactMessage({ name, email, phone, message: text, userId })
  return accepted()
}

async function matchLead(kind: LeadKind, email: string, deps: SendEmailDeps): Promise<Response> {
  if (await deps.hasRecentLead(kind, email)) return accepted()
  return refuse(404, 'There is nothing recent to send an e-mail about.')
}

/** The reset itself queued its one mail, or none for an unknown address: the answer is the same for both. */
function checkResetUrl(resetUrl: string, deps: SendEmailDeps): Response {
  const site = new URL(deps.siteUrl)
  if (URL.canParse(resetUrl, site) && new URL(resetUrl, site).origin === site.origin) return accepted()
  return refuse(400, 'A reset link can only lead to this site.')
}

const tooMany = () => refuse(429, TOO_MANY, { 'retry-after': String(WINDOW.hour) })
