// Enquiries, test drives and contact messages in one list: what they are called and which status follows which.

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

/** A mail to the customer that says what it is about. */
export function replyAddress({ email, vehicle_title }: { email: string; vehicle_title: string | null }): string {
  const subject = vehicle_title ? `Your enquiry about the ${vehicle_title}` : 'Your message to us'
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}`
}
