import type { CaptchaUse } from '../_shared/human-check.ts'
import { type FormKind, leadKindOfTemplate } from '../_shared/lead-kinds.ts'
import { SEND_EMAIL_LIMITS as LIMITS, SEND_EMAIL_WINDOW_SECONDS as WINDOW } from '../_shared/limits.ts'
import { readJson, refuse, respond } from '../_shared/respond.ts'
import { type SendEmail, sendEmailSchema } from '../_shared/send-email.schema.ts'

// Emails are queued by triggers on enquiries, test drives, contact messages and sign-ups, so none is lost if the
// browser closes. The only call here that leads to an email is `contact`: it stores the message, and the insert queues
// both emails. The other calls send nothing; those about enquiries and test drives are checked against what was just
// stored.

export interface ContactMessage {
  name: string
  email: string
  phone: string
  message: string
  /** The account that the sender was signed in to. */
  userId: string | null
}

export interface SendEmailDeps {
  /** Links in emails may lead only to this site. */
  siteUrl: string
  /** Whether the token is valid for this kind of submission and has not already been used for this call. */
  verifyCaptcha(token: string, use: CaptchaUse, request: Request): Promise<boolean>
  /** A hash of the network, which identifies the caller. */
  callerKey(request: Request): Promise<string>
  /** The account that the request's session belongs to; null for a guest, or if the session has ended. */
  accountOf(request: Request): Promise<string | null>
  /** Counts one use of `key`. Returns false if there were more than `max` uses in the window. */
  takeLimit(key: string, max: number, windowSeconds: number): Promise<boolean>
  /** Whether a lead of this kind from this address was stored in the last ten minutes. */
  hasRecentLead(kind: FormKind, email: string): Promise<boolean>
  /** Stores a message, unless an identical one was stored in the last ten minutes. */
  storeContactMessage(message: ContactMessage): Promise<void>
  /** For the contact form, whose first call may omit the phone number. */
  addContactPhone(email: string, phone: string): Promise<void>
}

const TOO_MANY = 'Too many messages. Please try again later or contact us directly.'
const accepted = () => respond({ success: true, message: 'Your email is on its way.' })

export const sendEmail =
  (deps: SendEmailDeps) =>
  async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return refuse(405, 'Use POST.', { allow: 'POST' })
    const caller = await deps.callerKey(request)
    if (!(await deps.takeLimit(`send-email:${caller}`, LIMITS.callsPerNetworkAndHour, WINDOW.hour))) return tooMany()

    const parsed = sendEmailSchema.safeParse(await readJson(request))
    if (!parsed.success) return refuse(400, 'This site doesn’t send that kind of email.')
    const email = parsed.data

    const proof = proofOf(email)
    if (proof && !(await deps.verifyCaptcha(proof.token, proof.use, request))) {
      return refuse(403, 'Please complete the reCAPTCHA verification')
    }
    return accept(email, { request, key: caller }, deps)
  }

interface Caller {
  request: Request
  /** From `callerKey`. */
  key: string
}

/** Null for the two types without a token: they follow a call to auth, which has already checked one. */
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
      return {
        token: email.data.recaptchaToken,
        use: { action: leadKindOfTemplate(email.type), call: 'customer-mail' },
      }
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
      // A registration is not looked up, because the response would let an anonymous caller find out who has just
      // registered.
      if (enquiryType === 'registration') return accepted()
      const response = await matchLead(enquiryType, customerEmail, deps)
      if (response.ok && enquiryType === 'contact') await deps.addContactPhone(customerEmail, customerPhone)
      return response
    }
    default:
      return matchLead(leadKindOfTemplate(email.type), email.to, deps)
  }
}

/**
 * Limited by network only, because an attacker could use up a limit shared by everyone, and could use up an email
 * address's limit simply by typing that address. Those limits apply to the confirmation instead
 * (`forecourt.queue_confirmation`); they can delay it, but not the message.
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
  await deps.storeContactMessage({ name, email, phone, message: text, userId })
  return accepted()
}

async function matchLead(kind: FormKind, email: string, deps: SendEmailDeps): Promise<Response> {
  if (await deps.hasRecentLead(kind, email)) return accepted()
  return refuse(404, 'We couldn’t find a recent request that matches this email.')
}

/**
 * Auth has already queued the reset email, or nothing if the address is unknown. The response is the same in both
 * cases.
 */
function checkResetUrl(resetUrl: string, deps: SendEmailDeps): Response {
  const site = new URL(deps.siteUrl)
  if (URL.canParse(resetUrl, site) && new URL(resetUrl, site).origin === site.origin) return accepted()
  return refuse(400, 'A password reset link can only point to this site.')
}

const tooMany = () => refuse(429, TOO_MANY, { 'retry-after': String(WINDOW.hour) })
