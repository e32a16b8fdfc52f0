// The text of each email as plain data, which the layout turns into HTML and toText into plain text. `data` has the
// same keys as the send-email payloads.

import { FORM_KINDS, isFormKind, isLeadKind, LEADS } from '../../../supabase/functions/_shared/lead-kinds.ts'
import { replyPromise } from '../../../supabase/functions/_shared/page-content.ts'
import { lookForward, readVisit, visitInWords } from '../../../supabase/functions/_shared/visit.ts'
import type { AlertItem } from './alert-items.ts'
import { alertConfirmation, vehicleAlert } from './alert-templates.ts'
import type { Company } from './company.ts'
import type { MailVehicle } from './mail-vehicle.ts'
import { passwordChanged, recoveryCodeUsed, twoStepsChanged } from './security-notices.ts'
import { greeting, oneLine } from './text.ts'

export const TEMPLATE_NAMES = [
  'confirm-account',
  'password-reset',
  'sign-in',
  'invite',
  'email-change',
  'reauthentication',
  'text-message',
  ...FORM_KINDS.map((kind) => LEADS[kind].confirmation),
  'lead-reply',
  'admin-notification',
  'test-mail',
  'retention-notice',
  'password-changed',
  'two-steps-changed',
  'recovery-code-used',
  'alert-confirmation',
  'vehicle-alert',
] as const

export type TemplateName = (typeof TEMPLATE_NAMES)[number]

export interface MailContent {
  subject: string
  overline: string
  heading: string
  paragraphs: string[]
  button?: { label: string; url: string }
  /** The vehicle that the email is about. */
  picture?: { url: string; title: string; link: string }
  details?: { label: string; value: string }[]
  /** Small print below the button. */
  notes?: string[]
}

export interface TemplateContext {
  data: Record<string, string>
  company: Company
  siteUrl: string
  /** The vehicle that the lead is about, if it still exists. */
  vehicle?: MailVehicle | null
  /** What an alert is about. */
  items?: readonly AlertItem[]
}

export type Template = (context: TemplateContext) => MailContent

const LINK_LASTS_AN_HOUR = 'The link can be used only once and expires after one hour.'
const LINK_LASTS_A_DAY = 'The link can be used only once and expires after 24 hours.'

const replySoon = ({ openingHours }: Company) => `We'll reply ${replyPromise(openingHours)}.`

const confirmAccount: Template = ({ data, company }) => ({
  subject: `Confirm your account with ${company.companyName}`,
  overline: 'Your account',
  heading: 'Confirm your email address',
  paragraphs: [
    greeting(data),
    `Thank you for registering with ${company.companyName}. Please confirm your email address to activate your account. You'll then be able to sign in and track your enquiries.`,
  ],
  button: { label: 'Confirm account', url: data.confirmUrl ?? '' },
  notes: [
    ...orCode(data),
    LINK_LASTS_A_DAY,
    "If you didn't register, please ignore this email. The account can't be used until it's confirmed.",
  ],
})

const passwordReset: Template = ({ data, company }) => ({
  subject: `Reset your password for ${company.companyName}`,
  overline: 'Your account',
  heading: 'Choose a new password',
  paragraphs: [greeting(data), 'We received a request to reset the password for your account.'],
  button: { label: 'Set new password', url: data.resetUrl ?? '' },
  notes: [
    ...orCode(data),
    LINK_LASTS_AN_HOUR,
    "If this wasn't you, please ignore this email. Your password won't change.",
  ],
})

const signIn: Template = ({ data, company }) => ({
  subject: `Sign in to ${company.companyName}`,
  overline: 'Your account',
  heading: 'Sign in',
  paragraphs: [greeting(data), "Here's the sign-in link you asked for. You won't need your password."],
  button: { label: 'Sign in', url: data.signInUrl ?? '' },
  notes: [
    ...orCode(data),
    LINK_LASTS_AN_HOUR,
    "If this wasn't you, please ignore this email, and don't share the link with anyone.",
  ],
})

const invite: Template = ({ data, company }) => ({
  subject: `Your account with ${company.companyName}`,
  overline: 'Your account',
  heading: "You're invited",
  paragraphs: [
    greeting(data),
    `${company.companyName} has created an account for you. Accept the invitation to get started.`,
  ],
  button: { label: 'Accept invitation', url: data.inviteUrl ?? '' },
  notes: [LINK_LASTS_A_DAY, "If you weren't expecting an invitation, please ignore this email."],
})

const emailChange: Template = ({ data, company }) => {
  const subject = `Your email address at ${company.companyName}`
  const overline = 'Your account'
  if (data.isTaken) {
    return {
      subject,
      overline,
      heading: 'You already have an account',
      paragraphs: [
        greeting({}),
        "We received a request to use this email address for another account. The address already belongs to an account, so we haven't changed anything.",
      ],
      notes: ["To use the existing account, sign in with this address. If this wasn't you, please ignore this email."],
    }
  }
  return {
    subject,
    overline,
    heading: 'Confirm your new email address',
    paragraphs: [
      greeting(data),
      data.isNew
        ? 'We received a request to use this email address for your account with us.'
        : `We received a request to change the email address for your account to ${oneLine(data.newEmail ?? '')}.`,
      "We'll make the change once you've confirmed it from both your old and new addresses.",
    ],
    button: { label: 'Confirm the change', url: data.changeUrl ?? '' },
    notes: [
      ...orCode(data),
      LINK_LASTS_A_DAY,
      "If this wasn't you, don't confirm the change, and your email address will stay the same. Please choose a new password as well.",
    ],
  }
}

const reauthentication: Template = ({ data, company }) => ({
  subject: `Your code for ${company.companyName}`,
  overline: 'Your account',
  heading: 'Was this you?',
  paragraphs: [greeting(data), 'Enter this code to confirm the change to your account.'],
  details: details(['Code', data.code]),
  notes: [
    'The code can be used only once and expires after 15 minutes.',
    "If you didn't ask for this code, someone else may be signed in to your account. Please choose a new password.",
  ],
})

/** Used only in the development mailbox. A text message that Twilio sends has its own wording. */
const textMessage: Template = ({ data, company }) => ({
  subject: `Text message: your code for ${company.companyName}`,
  overline: 'Text message',
  heading: 'Your code',
  paragraphs: [greeting({})],
  details: details(['Code', data.code]),
  notes: ["The code can be used only once and expires after 10 minutes. Don't share it with anyone."],
})

/** Only with MAIL_CODES, for apps other than the site. */
const orCode = ({ code }: Record<string, string>) => (code ? [`Your code is ${code}. It expires after one hour.`] : [])

const contact: Template = ({ data, company, siteUrl }) => ({
  subject: "We've received your message",
  overline: 'Contact',
  heading: 'Thank you for your message',
  paragraphs: [greeting(data), `We've received your message. ${replySoon(company)}`],
  details: details(['Opening hours', company.openingHours]),
  button: { label: 'View our vehicles', url: `${siteUrl}/vehicles` },
  notes: closing(company),
})

const enquiry: Template = ({ data, company, siteUrl, vehicle }) => ({
  subject: `Your enquiry about ${oneLine(data.vehicleTitle || 'a vehicle')}`,
  overline: 'Your enquiry',
  heading: 'Thank you for your enquiry',
  paragraphs: [greeting(data), `We've received your enquiry and are looking into it. ${replySoon(company)}`],
  ...pictureOf(vehicle, siteUrl),
  details: details(['Vehicle', data.vehicleTitle], ['Opening hours', company.openingHours]),
  button: vehicle
    ? { label: 'View this vehicle', url: addressOf(vehicle, siteUrl) }
    : { label: 'View our vehicles', url: `${siteUrl}/vehicles` },
  notes: closing(company),
})

const testDriveConfirmation: Template = ({ data, company, siteUrl, vehicle }) => {
  const visit = readVisit(data.preferredDate, data.preferredTime)
  return {
    subject: `Your test drive: ${oneLine(data.vehicleTitle || 'a vehicle')}`,
    overline: 'Test drive',
    heading: "We've received your test drive request",
    paragraphs: [
      greeting(data),
      [visit && lookForward(visit), 'If your plans change, just reply to this email.'].filter(Boolean).join(' '),
    ],
    ...pictureOf(vehicle, siteUrl),
    details: details(
      ['Vehicle', data.vehicleTitle],
      ['When', visit && visitInWords(visit)],
      ['Where', company.companyAddress],
    ),
    button: { label: 'How to find us', url: `${siteUrl}/contact` },
    notes: [...(visit ? ['A calendar file is attached.'] : []), ...closing(company)],
  }
}

/** Written by a member of staff, with its own greeting and signature. */
const leadReply: Template = ({ data, company, siteUrl, vehicle }) => {
  const subject = oneLine(data.subject ?? '')
  return {
    subject,
    overline: 'Our reply',
    heading: subject,
    paragraphs: (data.body ?? '')
      .split(/\r?\n[ \t]*\r?\n/)
      .map((paragraph) => paragraph.trim())
      .filter(Boolean),
    ...pictureOf(vehicle, siteUrl),
    details: vehicle ? details(['Vehicle', vehicle.title], ['Price', vehicle.price ?? undefined]) : [],
    ...(vehicle && { button: { label: 'View this vehicle', url: addressOf(vehicle, siteUrl) } }),
    notes: closing(company),
  }
}

interface Notification {
  overline: string
  heading: string
  path: string
}

const REGISTRATION: Notification = {
  overline: 'New customer',
  heading: 'New customer registration',
  path: '/admin/customers',
}

/** A customer has changed a test drive that the dealer knows of. */
const CHANGES: Record<string, string> = {
  cancelled: 'Test drive cancelled',
  asked: 'A customer asks for another time',
}

const adminNotification: Template = ({ data, siteUrl, vehicle }) => {
  const { overline, heading, path } = notificationOf(data)
  const visit = readVisit(data.preferredDate, data.preferredTime)
  const about = oneLine(data.vehicleTitle || data.customerName || data.customerEmail || '')
  return {
    subject: about ? `${heading}: ${about}` : heading,
    overline,
    heading,
    paragraphs: [greeting({}), 'To write to the customer, just reply to this email.'],
    ...pictureOf(vehicle, siteUrl),
    details: details(
      ['Name', data.customerName],
      ['Email', data.customerEmail],
      ['Phone', data.customerPhone],
      ['Vehicle', data.vehicleTitle],
      ['When', visit && visitInWords(visit)],
      ['Message', data.message],
    ),
    button: { label: 'Open the back office', url: `${siteUrl}${path}` },
  }
}

const testMail: Template = ({ company, siteUrl }) => ({
  subject: `Your email is working: ${company.companyName}`,
  overline: 'Test',
  heading: 'Your email is working',
  paragraphs: [
    greeting({}),
    "This is the test email you asked for in the back office. Customers will get their confirmations, and you'll be notified of new enquiries.",
  ],
  button: { label: 'Open the back office', url: `${siteUrl}/admin` },
})

/** Without names, because the email would otherwise keep what is about to be deleted. */
const retentionNotice: Template = ({ data, siteUrl }) => {
  const count = Number(data.count)
  const leads = (data.leads ?? '').split('\n').filter(Boolean)
  const more = count - leads.length
  return {
    subject: count === 1 ? 'An old enquiry will be deleted' : `${count} old enquiries will be deleted`,
    overline: 'Old enquiries',
    heading: count === 1 ? 'One enquiry will be deleted' : `${count} enquiries will be deleted`,
    paragraphs: [
      greeting({}),
      `Your settings say that enquiries are deleted after ${data.months} ${data.months === '1' ? 'month' : 'months'} without contact. On ${formatDay(data.date)}, we'll remove the names, contact details and messages from the enquiries below.`,
      'To keep an enquiry, answer it or add a note before then.',
    ],
    details: details(
      ...leads.map((lead): [string, string] => {
        const [kind = '', day = '', vehicle] = lead.split(' | ')
        return [`${isLeadKind(kind) ? LEADS[kind].label : kind}, ${formatDay(day)}`, vehicle || 'No vehicle']
      }),
      ['And', more > 0 ? `${more} more` : undefined],
    ),
    button: { label: 'See them in the back office', url: `${siteUrl}/admin/enquiries?status=expiring` },
  }
}

/** 2026-11-18 as 18/11/2026. */
const formatDay = (day: string | undefined) => (day ?? '').split('-').reverse().join('/')

const addressOf = ({ id }: MailVehicle, siteUrl: string) => `${siteUrl}/vehicles/${id}`

function pictureOf(vehicle: MailVehicle | null | undefined, siteUrl: string): Pick<MailContent, 'picture'> {
  if (!vehicle?.picture) return {}
  const url = new URL(vehicle.picture, siteUrl).href
  return { picture: { url, title: vehicle.title, link: addressOf(vehicle, siteUrl) } }
}

/** 'test drive', 'Test Drive', 'test-drive' and 'test_drive' all mean the same thing. */
function notificationOf(data: Record<string, string>): Notification {
  const type = (data.enquiryType ?? '').toLowerCase().replace(/[\s_]+/g, '-')
  if (type === 'registration') return REGISTRATION
  const kind = isFormKind(type) ? type : data.preferredDate ? 'test-drive' : 'enquiry'
  const { overline, heading } = LEADS[kind].notification
  // Emails that were queued by an older version have no id.
  return {
    overline,
    heading: CHANGES[data.change ?? ''] ?? heading,
    path: `/admin/enquiries${data.leadId ? `/${kind}/${encodeURIComponent(data.leadId)}` : ''}`,
  }
}

/**
 * The dealer's own closing line, used only in emails about leads. Emails about accounts contain nothing that isn't
 * needed.
 */
const closing = ({ closingLine }: Company) => (closingLine ? [closingLine] : [])

function details(...rows: [label: string, value: string | undefined][]) {
  return rows.flatMap(([label, value]) => (value?.trim() ? [{ label, value: value.trim() }] : []))
}

const TEMPLATES: Record<TemplateName, Template> = {
  'confirm-account': confirmAccount,
  'password-reset': passwordReset,
  'sign-in': signIn,
  invite,
  'email-change': emailChange,
  reauthentication,
  'text-message': textMessage,
  contact,
  enquiry,
  'test-drive-confirmation': testDriveConfirmation,
  'lead-reply': leadReply,
  'admin-notification': adminNotification,
  'test-mail': testMail,
  'retention-notice': retentionNotice,
  'password-changed': passwordChanged,
  'two-steps-changed': twoStepsChanged,
  'recovery-code-used': recoveryCodeUsed,
  'alert-confirmation': alertConfirmation,
  'vehicle-alert': vehicleAlert,
}

export const isTemplateName = (name: string): name is TemplateName => Object.hasOwn(TEMPLATES, name)

export const fillTemplate = (name: TemplateName, context: TemplateContext): MailContent => TEMPLATES[name](context)
