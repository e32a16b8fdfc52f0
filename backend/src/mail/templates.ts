// What each mail says, as plain data: the layout turns it into HTML, toText into the plain part. The keys of `data`
// are those of the spec's send-email payloads.

import { isLeadKind, LEAD_KINDS, LEADS } from '../../../supabase/functions/_shared/lead-kinds.ts'
import { replyInWords } from '../../../supabase/functions/_shared/page-words.ts'
import type { Company } from './company.ts'
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
  ...LEAD_KINDS.map((kind) => LEADS[kind].confirmation),
  'admin-notification',
  'test-mail',
  'password-changed',
  'two-steps-changed',
  'recovery-code-used',
] as const

export type TemplateName = (typeof TEMPLATE_NAMES)[number]

export interface MailContent {
  subject: string
  overline: string
  heading: string
  paragraphs: string[]
  button?: { label: string; url: string }
  details?: { label: string; value: string }[]
  /** Quiet words below the button. */
  notes?: string[]
}

export interface TemplateContext {
  data: Record<string, string>
  company: Company
  siteUrl: string
}

export type Template = (context: TemplateContext) => MailContent

const replySoon = ({ openingHours }: Company) => `We'll reply ${replyInWords(openingHours)}.`

const confirmAccount: Template = ({ data, company }) => ({
  subject: `Confirm your account with ${company.companyName}`,
  overline: 'Your account',
  heading: 'Confirm your e-mail address',
  paragraphs: [
    greeting(data),
    `Thank you for registering with ${company.companyName}. Please confirm your e-mail address to finish. You can then sign in and follow your enquiries.`,
  ],
  button: { label: 'Confirm account', url: data.confirmUrl ?? '' },
  notes: [
    ...orCode(data),
    'The link works once, and for 24 hours.',
    'If you did not register, please ignore this e-mail: without the confirmation nobody can use the account.',
  ],
})

const passwordReset: Template = ({ data, company }) => ({
  subject: `Reset your password for ${company.companyName}`,
  overline: 'Your account',
  heading: 'Choose a new password',
  paragraphs: [greeting(data), 'Someone, we hope you, asked to reset the password of your account.'],
  button: { label: 'Set new password', url: data.resetUrl ?? '' },
  notes: [
    ...orCode(data),
    'The link works once, and for one hour.',
    'If it was not you, please ignore this e-mail. Your password stays as it is.',
  ],
})

const signIn: Template = ({ data, company }) => ({
  subject: `Sign in to ${company.companyName}`,
  overline: 'Your account',
  heading: 'Sign in',
  paragraphs: [greeting(data), 'Here is the link that you asked for. It signs you in without a password.'],
  button: { label: 'Sign in', url: data.signInUrl ?? '' },
  notes: [
    ...orCode(data),
    'They work once, and for one hour.',
    'If it was not you who asked, please ignore this e-mail, and give the code to nobody.',
  ],
})

const invite: Template = ({ data, company }) => ({
  subject: `Your account with ${company.companyName}`,
  overline: 'Your account',
  heading: 'You are invited',
  paragraphs: [greeting(data), `${company.companyName} has made an account for you. Accept it to begin.`],
  button: { label: 'Accept the invitation', url: data.inviteUrl ?? '' },
  notes: ['The link works once, and for 24 hours.', 'If you expect no invitation, please ignore this e-mail.'],
})

const emailChange: Template = ({ data, company }) => {
  const subject = `Your e-mail address at ${company.companyName}`
  const overline = 'Your account'
  if (data.isTaken) {
    return {
      subject,
      overline,
      heading: 'You have an account already',
      paragraphs: [
        'Hello,',
        'Someone, we hope you, asked to use this address for another account. It has one already, so nothing was changed.',
      ],
      notes: ['Sign in with this address instead. If it was not you, please ignore this e-mail.'],
    }
  }
  return {
    subject,
    overline,
    heading: 'Confirm your new address',
    paragraphs: [
      greeting(data),
      data.isNew
        ? 'Someone, we hope you, asked to use this address for their account with us.'
        : `Someone, we hope you, asked to change the address of your account to ${oneLine(data.newEmail ?? '')}.`,
      'The change is made when both addresses, the old one and the new one, have agreed.',
    ],
    button: { label: 'Agree to the change', url: data.changeUrl ?? '' },
    notes: [
      ...orCode(data),
      'The link works once, and for 24 hours.',
      'If it was not you, do not agree: everything then stays as it is. Please also choose a new password.',
    ],
  }
}

const reauthentication: Template = ({ data, company }) => ({
  subject: `Your code for ${company.companyName}`,
  overline: 'Your account',
  heading: 'Is it you?',
  paragraphs: [greeting(data), 'Enter this code to go on with what you are changing in your account.'],
  details: details(['Code', data.code]),
  notes: [
    'The code works once, and for 15 minutes.',
    'If you are changing nothing, somebody else is signed in to your account: please choose a new password.',
  ],
})

/** Shown in the mailbox where no provider takes it: the words that a phone would get are Twilio's to carry. */
const textMessage: Template = ({ data, company }) => ({
  subject: `Text message: your code for ${company.companyName}`,
  overline: 'Text message',
  heading: 'Your code',
  paragraphs: [],
  details: details(['Code', data.code]),
  notes: ['The code works once, and for 10 minutes. Give it to nobody.'],
})

/** For whoever reads the mail on another device than the one that waits. */
const orCode = ({ code }: Record<string, string>) =>
  code ? [`Asked for a code? It is ${code}, good for one hour.`] : []

const contact: Template = ({ data, company, siteUrl }) => ({
  subject: 'We have received your message',
  overline: 'Contact',
  heading: 'Thank you for your message',
  paragraphs: [greeting(data), `Your message has reached us. ${replySoon(company)}`],
  details: details(['Opening hours', company.openingHours]),
  button: { label: 'View our vehicles', url: `${siteUrl}/vehicles` },
  notes: closing(company),
})

const enquiry: Template = ({ data, company, siteUrl }) => ({
  subject: `Your enquiry about ${oneLine(data.vehicleTitle || 'a vehicle')}`,
  overline: 'Your enquiry',
  heading: 'Thank you for your enquiry',
  paragraphs: [greeting(data), `We have your enquiry and are looking into it. ${replySoon(company)}`],
  details: details(['Vehicle', data.vehicleTitle], ['Opening hours', company.openingHours]),
  button: { label: 'View our vehicles', url: `${siteUrl}/vehicles` },
  notes: closing(company),
})

const testDriveConfirmation: Template = ({ data, company, siteUrl }) => ({
  subject: `Your test drive: ${oneLine(data.vehicleTitle || 'a vehicle')}`,
  overline: 'Test drive',
  heading: 'Your test drive is requested',
  paragraphs: [
    greeting(data),
    'We have noted your test drive for the time below. Please bring your driving licence. If anything changes, simply reply to this e-mail.',
  ],
  details: details(
    ['Vehicle', data.vehicleTitle],
    ['Date', data.preferredDate],
    ['Time', data.preferredTime],
    ['Where', company.companyAddress],
  ),
  button: { label: 'How to find us', url: `${siteUrl}/contact` },
  notes: ['A calendar file is attached.', ...closing(company)],
})

interface Notification {
  overline: string
  heading: string
  path: string
}

const REGISTRATION: Notification = {
  overline: 'New customer',
  heading: 'A new customer has registered',
  path: '/admin/customers',
}

const adminNotification: Template = ({ data, siteUrl }) => {
  const { overline, heading, path } = notificationOf(data)
  const about = oneLine(data.vehicleTitle || data.customerName || data.customerEmail || '')
  return {
    subject: about ? `${heading}: ${about}` : heading,
    overline,
    heading,
    paragraphs: ['Reply to this e-mail to write to the customer.'],
    details: details(
      ['Name', data.customerName],
      ['E-mail', data.customerEmail],
      ['Phone', data.customerPhone],
      ['Vehicle', data.vehicleTitle],
      ['Date', data.preferredDate],
      ['Time', data.preferredTime],
      ['Message', data.message],
    ),
    button: { label: 'Open the back office', url: `${siteUrl}${path}` },
  }
}

const testMail: Template = ({ company, siteUrl }) => ({
  subject: `Mail works: ${company.companyName}`,
  overline: 'Test',
  heading: 'Your mail works',
  paragraphs: [
    'You asked for this mail in the back office. That it arrived means that customers get their confirmations, and you hear of every enquiry.',
  ],
  button: { label: 'Open the back office', url: `${siteUrl}/admin` },
})

/** 'test drive', 'Test Drive', 'test-drive' and 'test_drive' all mean the same. */
function notificationOf(data: Record<string, string>): Notification {
  const type = (data.enquiryType ?? '').toLowerCase().replace(/[\s_]+/g, '-')
  if (type === 'registration') return REGISTRATION
  const kind = isLeadKind(type) ? type : data.preferredDate ? 'test-drive' : 'enquiry'
  return { ...LEADS[kind].notification, path: '/admin/enquiries' }
}

/** The dealer's last word; not in mails that open accounts, which say nothing but that. */
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
  'admin-notification': adminNotification,
  'test-mail': testMail,
  'password-changed': passwordChanged,
  'two-steps-changed': twoStepsChanged,
  'recovery-code-used': recoveryCodeUsed,
}

export const isTemplateName = (name: string): name is TemplateName => Object.hasOwn(TEMPLATES, name)

export const fillTemplate = (name: TemplateName, context: TemplateContext): MailContent => TEMPLATES[name](context)
