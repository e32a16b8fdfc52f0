// The kinds of leads, and what the code outside the database knows about each. `forecourt.lead_kinds` has the database's part;
// supabase/tests/lead-kinds.test.ts compares the two. docs/guide.md says how to add a kind.

/** The specification's names, as its calls of send-email have them. Each is also the name of the kind's human check. */
export const LEAD_KINDS = ['enquiry', 'test-drive', 'contact'] as const

export type LeadKind = (typeof LEAD_KINDS)[number]

interface Lead {
  table: 'enquiries' | 'test_drives' | 'contact_messages'
  /** Whether its form inserts a row, or calls send-email, which does. */
  sentBy: 'insert' | 'send-email'
  /** The customer's email: its template, and the `type` of a call of send-email. */
  confirmation: string
  /** What the back office calls that email while it waits. */
  confirmationLabel: string
  /** The dealer's email. */
  notification: { overline: string; heading: string }
  /** In lists of what a dealer is told about. */
  notificationLabel: string
  /** In the inbox. */
  label: string
  tab: { name: string; label: string }
  one: string
  many: string
  /** What a reply is about; a vehicle follows it. */
  replySubject: string
  /** Between that and the vehicle; null for a kind without one. */
  vehicleWord: string | null
}

export const LEADS = {
  enquiry: {
    table: 'enquiries',
    sentBy: 'insert',
    confirmation: 'enquiry',
    confirmationLabel: 'Reply to an enquiry',
    notification: { overline: 'Enquiry', heading: 'A new enquiry has arrived' },
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
    sentBy: 'insert',
    confirmation: 'test-drive-confirmation',
    confirmationLabel: 'Test drive confirmation',
    notification: { overline: 'Test drive', heading: 'A new test drive is requested' },
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
    sentBy: 'send-email',
    confirmation: 'contact',
    confirmationLabel: 'Reply to a message',
    notification: { overline: 'Contact', heading: 'A new message has arrived' },
    notificationLabel: 'Contact messages',
    label: 'Message',
    tab: { name: 'messages', label: 'Messages' },
    one: 'message',
    many: 'messages',
    replySubject: 'Your message to us',
    vehicleWord: null,
  },
} as const satisfies Record<LeadKind, Lead>

export type LeadConfirmation = (typeof LEADS)[LeadKind]['confirmation']

export const isLeadKind = (text: string): text is LeadKind => LEAD_KINDS.some((kind) => kind === text)

/** The kind that an email confirms. */
export const confirmedKind = (template: LeadConfirmation): LeadKind =>
  LEAD_KINDS.find((kind) => LEADS[kind].confirmation === template) as LeadKind
