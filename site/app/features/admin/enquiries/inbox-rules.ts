// Enquiries, test drives and contact messages in one list: what they are called and which status follows which.

import { formatDate, formatTime } from '#app/lib/dates.ts'

export type InboxKind = 'enquiry' | 'test-drive' | 'message'

export const INBOX_TABS = ['all', 'enquiries', 'test-drives', 'messages'] as const
export type InboxTab = (typeof INBOX_TABS)[number]

export const TAB_LABELS: Record<InboxTab, string> = {
  all: 'All',
  enquiries: 'Enquiries',
  'test-drives': 'Test Drives',
  messages: 'Messages',
}

export const TAB_KIND: Record<InboxTab, InboxKind | null> = {
  all: null,
  enquiries: 'enquiry',
  'test-drives': 'test-drive',
  messages: 'message',
}

export const KIND_LABELS: Record<InboxKind, string> = {
  enquiry: 'Enquiry',
  'test-drive': 'Test Drive',
  message: 'Message',
}

export const CLOSED_NOTICES: Record<InboxKind, string> = {
  enquiry: 'Enquiry marked as closed',
  'test-drive': 'Test drive marked as closed',
  message: 'Message marked as closed',
}

/** What a tab lists, one and many. */
export const TAB_NOUNS: Record<InboxTab, { one: string; many: string }> = {
  all: { one: 'enquiry', many: 'enquiries' },
  enquiries: { one: 'enquiry', many: 'enquiries' },
  'test-drives': { one: 'test drive', many: 'test drives' },
  messages: { one: 'message', many: 'messages' },
}

export const INBOX_COLUMNS = ['created_at', 'name', 'vehicle_title', 'kind', 'status'] as const

export const STATUS_FILTERS = [
  { value: 'all', label: 'All Statuses', status: null },
  { value: 'new', label: 'New Only', status: 'New' },
  { value: 'responded', label: 'Responded', status: 'Responded' },
  { value: 'closed', label: 'Closed', status: 'Closed' },
] as const

export const STATUS_VALUES = STATUS_FILTERS.map(({ value }) => value)

export const statusOf = (value: string) => STATUS_FILTERS.find((filter) => filter.value === value)?.status ?? null

/** A test drive is created as Scheduled; staff see it as New. */
export const shownStatus = (status: string) => (status === 'Scheduled' ? 'New' : status)

/** The status that opening an item gives it; null when it stays as it is. */
export const statusOnOpening = (status: string) => (shownStatus(status) === 'New' ? 'Responded' : null)

interface Lead {
  kind: InboxKind
  email: string
  vehicle_title: string | null
  preferred_date: string | null
}

/** 19/11/2026 at 14:00 */
export const driveTime = (date: string) => `${formatDate(date)} at ${formatTime(date)}`

function subjectOf({ kind, vehicle_title: title, preferred_date: drive }: Lead): string {
  if (kind === 'message') return 'Your message to us'
  const about = kind === 'test-drive' ? 'Your test drive' : 'Your enquiry'
  const subject = title ? `${about} ${kind === 'test-drive' ? 'of' : 'about'} the ${title}` : about
  return drive ? `${subject} on ${driveTime(drive)}` : subject
}

/** A mail to the customer that says what it is about. */
export function replyAddress(lead: Lead): string {
  const address = encodeURIComponent(lead.email).replaceAll('%40', '@')
  return `mailto:${address}?subject=${encodeURIComponent(subjectOf(lead))}`
}
