// The kinds of leads, as far as code outside the database needs them. The rest is in the `forecourt.lead_kinds` table;
// supabase/tests/lead-kinds.test.ts compares the two, and docs/guide.md explains how to add a kind.

/** The kinds that visitors send: the values of `enquiryType` in calls to send-email, and the forms' captcha actions. */
export const FORM_KINDS = ['enquiry', 'test-drive', 'contact'] as const

/** With the calls and visits that staff enter. */
export const LEAD_KINDS = [...FORM_KINDS, 'desk'] as const

export type FormKind = (typeof FORM_KINDS)[number]
export type LeadKind = (typeof LEAD_KINDS)[number]

interface Lead {
  table: 'enquiries' | 'test_drives' | 'contact_messages' | 'desk_leads'
  /** The status of a new lead, which the back office shows as New. */
  newStatus: string
  /** Whether the form inserts the row itself or calls send-email, which inserts it; `staff` if there is no public form. */
  sentBy: 'insert' | 'send-email' | 'staff'
  /** The name in the inbox. */
  label: string
  tab: { name: string; label: string }
  one: string
  many: string
  /** The start of a reply's subject, before the vehicle. */
  replySubject: string
  /** Joins the subject and the vehicle; null for a kind without a vehicle. */
  vehicleWord: string | null
}

/** What only the kinds with a public form have. */
interface SentLead extends Lead {
  /** The template for the customer's email, and the `type` in the call to send-email. */
  confirmation: string
  /** The name of that email in the back office. */
  confirmationLabel: string
  /** The overline and heading in the dealer's email. */
  notification: { overline: string; heading: string }
  /** The name in the notification settings. */
  notificationLabel: string
}

export const LEADS = {
  enquiry: {
    table: 'enquiries',
    newStatus: 'New',
    sentBy: 'insert',
    confirmation: 'enquiry',
    confirmationLabel: 'Enquiry acknowledgement',
    notification: { overline: 'Enquiry', heading: 'New enquiry' },
    notificationLabel: 'Enquiries',
    label: 'Enquiry',
    tab: { name: 'enquiries', label: 'Enquiries' },
    one: 'enquiry',
    many: 'enquiries',
    replySubject: 'Your enquiry',
    vehicleWord: 'about',
  },
  'test-drive': {
    table: 'test_drives',
    newStatus: 'Scheduled',
    sentBy: 'insert',
    confirmation: 'test-drive-confirmation',
    confirmationLabel: 'Test drive confirmation',
    notification: { overline: 'Test drive', heading: 'New test drive request' },
    notificationLabel: 'Test drives',
    label: 'Test Drive',
    tab: { name: 'test-drives', label: 'Test Drives' },
    one: 'test drive',
    many: 'test drives',
    replySubject: 'Your test drive',
    vehicleWord: 'of',
  },
  contact: {
    table: 'contact_messages',
    newStatus: 'New',
    sentBy: 'send-email',
    confirmation: 'contact',
    confirmationLabel: 'Message acknowledgement',
    notification: { overline: 'Contact', heading: 'New message' },
    notificationLabel: 'Contact messages',
    label: 'Message',
    tab: { name: 'messages', label: 'Messages' },
    one: 'message',
    many: 'messages',
    replySubject: 'Your message to us',
    vehicleWord: null,
  },
  desk: {
    table: 'desk_leads',
    newStatus: 'New',
    sentBy: 'staff',
    label: 'Call or visit',
    tab: { name: 'desk', label: 'Calls and visits' },
    one: 'call or visit',
    many: 'calls and visits',
    replySubject: 'Our conversation',
    vehicleWord: 'about',
  },
} as const satisfies Record<FormKind, SentLead> & Record<'desk', Lead>

export type LeadConfirmation = (typeof LEADS)[FormKind]['confirmation']

export const isLeadKind = (text: string): text is LeadKind => LEAD_KINDS.some((kind) => kind === text)

export const isFormKind = (text: string): text is FormKind => FORM_KINDS.some((kind) => kind === text)

/** The kind of lead that an email confirms. */
export const leadKindOfTemplate = (template: LeadConfirmation): FormKind =>
  FORM_KINDS.find((kind) => LEADS[kind].confirmation === template) as FormKind
