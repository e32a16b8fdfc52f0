// The labels and status rules for the list of all leads.

import { formatDate, formatTime } from '#app/lib/dates.ts'
import { LEAD_KINDS, LEADS, type LeadKind } from '#supabase/functions/_shared/lead-kinds.ts'

export const INBOX_TABS: readonly string[] = ['all', ...LEAD_KINDS.map((kind) => LEADS[kind].tab.name)]

export const kindOfTab = (tab: string): LeadKind | null =>
  LEAD_KINDS.find((kind) => LEADS[kind].tab.name === tab) ?? null

/** A tab's label, and the nouns for its rows. */
export function tabWords(tab: string): { label: string; one: string; many: string } {
  const kind = kindOfTab(tab)
  if (!kind) return { label: 'All', one: LEADS.enquiry.one, many: LEADS.enquiry.many }
  const { tab: own, one, many } = LEADS[kind]
  return { label: own.label, one, many }
}

/** The noun for a lead at the start of a sentence: "Test drive marked as closed". */
export function leadNoun(kind: LeadKind): string {
  const { one } = LEADS[kind]
  return one.charAt(0).toUpperCase() + one.slice(1)
}

/** The URL of a lead's dialog, over the list with the given query. */
export const leadPath = ({ kind, id }: { kind: string | null; id: string | null }, search = '') =>
  `/admin/enquiries/${kind}/${id}${search}`

export const INBOX_COLUMNS = ['created_at', 'name', 'vehicle_title', 'kind', 'status', 'due_on'] as const

export const SOURCE_LABELS: Record<string, string> = {
  website: 'Website',
  telephone: 'Telephone',
  'walk-in': 'Walk-in',
}

/** A lead's type. Calls and visits are shown as what they were. */
export const typeLabel = ({ kind, source }: { kind: LeadKind; source: string }) =>
  LEADS[kind].sentBy === 'staff' ? (SOURCE_LABELS[source] ?? LEADS[kind].label) : LEADS[kind].label

export const STATUS_FILTERS = [
  { value: 'all', label: 'All Statuses', status: null },
  { value: 'new', label: 'New Only', status: 'New' },
  { value: 'responded', label: 'Responded', status: 'Responded' },
  { value: 'closed', label: 'Closed', status: 'Closed' },
] as const

/** The dashboard links to this filter, which is otherwise not offered. */
export const WAITING = { value: 'waiting', label: 'Waiting for a reply' } as const

/**
 * Leads that wait for a reply: new test drives, which are confirmed by email, and any other lead that is neither closed
 * nor answered.
 */
export const WAITING_FILTER =
  'and(kind.eq.test-drive,status.eq.New),and(kind.neq.test-drive,answered_at.is.null,status.neq.Closed)'

/** The email about old enquiries links to this filter: those that will be deleted within a week. */
export const EXPIRING = { value: 'expiring', label: 'To be deleted' } as const

/** Filters that are offered only to those who came by a link. */
export const LINKED_FILTERS = [WAITING, EXPIRING] as const

export const STATUS_VALUES = [...STATUS_FILTERS, ...LINKED_FILTERS].map(({ value }) => value)

export const statusOf = (value: string) => STATUS_FILTERS.find((filter) => filter.value === value)?.status ?? null

/** A test drive is created as Scheduled; staff see it as New. */
export const shownStatus = (status: string) => (status === 'Scheduled' ? 'New' : status)

/** The status that an item gets when it is opened; null if its status stays the same. */
export const statusOnOpening = (status: string) => (shownStatus(status) === 'New' ? 'Responded' : null)

/** Whether a lead was opened but its customer still waits. A test drive is confirmed by email when it is booked. */
export const isUnanswered = ({
  kind,
  status,
  answered_at,
}: {
  kind: LeadKind
  status: string
  answered_at: string | null
}) => kind !== 'test-drive' && status === 'Responded' && answered_at === null

interface Lead {
  kind: LeadKind
  email: string
  vehicle_title: string | null
  preferred_date: string | null
}

/** 19/11/2026 at 14:00 */
export const testDriveTime = (date: string) => `${formatDate(date)} at ${formatTime(date)}`

/** The subject of a reply, which names the vehicle and a test drive’s date. */
export function replySubject({ kind, vehicle_title: title, preferred_date: testDrive }: Lead): string {
  const { replySubject: start, vehicleWord } = LEADS[kind]
  const subject = title && vehicleWord ? `${start} ${vehicleWord} the ${title}` : start
  return testDrive ? `${subject} on ${testDriveTime(testDrive)}` : subject
}

/** As in supabase/schemas/my-data.sql. */
const ERASED_EMAIL = 'deleted@account.invalid'

/** False for a caller who gave no address, and once the customer's data has been erased. */
export const canBeEmailed = ({ email }: { email: string }): boolean => email !== '' && email !== ERASED_EMAIL

/** A mailto link to the customer, with a subject. */
export function replyAddress(lead: Lead): string {
  const address = encodeURIComponent(lead.email).replaceAll('%40', '@')
  return `mailto:${address}?subject=${encodeURIComponent(replySubject(lead))}`
}
