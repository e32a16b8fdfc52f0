// What happened to a lead, in words.

import type { InboxItem } from '#app/features/admin/enquiries/inbox-queries.ts'
import { testDriveTime } from '#app/features/admin/enquiries/inbox-rules.ts'
import { kindInWords } from '#app/features/admin/status/status-words.ts'
import { formatDate } from '#app/lib/dates.ts'
import { LEADS } from '#supabase/functions/_shared/lead-kinds.ts'
import { type Desk, type LeadEvent, nameOf } from './lead-queries.ts'

export interface TimelineEntry {
  id: string
  event: LeadEvent['event'] | 'arrived'
  title: string
  /** What was written: a note, what was agreed in a call, a reply. */
  text?: string
  /** The member of staff; null for the customer and for what the site does by itself. */
  by: string | null
  at: string
  reply?: Pick<LeadEvent, 'delivery' | 'problem'>
}

/** Newest first. */
export function timelineOf(lead: InboxItem, { events, source }: Pick<Desk, 'events' | 'source'>): TimelineEntry[] {
  let status = 'New'
  const entries = events.map((event) => {
    const entry = entryOf(event, status)
    if (event.event === 'status') status = event.body
    return entry
  })
  return [arrivalOf(lead, source), ...entries].reverse()
}

function arrivalOf(lead: InboxItem, source: string): TimelineEntry {
  const arrival = { id: 'arrived', event: 'arrived', by: null, at: lead.created_at } as const
  if (source === 'telephone') return { ...arrival, title: 'Telephone call entered' }
  if (source === 'walk-in') return { ...arrival, title: 'Visit entered' }
  if (lead.preferred_date)
    return { ...arrival, title: `Test drive requested for ${testDriveTime(lead.preferred_date)}` }
  return { ...arrival, title: `${LEADS[lead.kind].label} arrived from the website` }
}

function entryOf(event: LeadEvent, statusBefore: string): TimelineEntry {
  const { id, created_at: at, body, subject } = event
  const entry = { id, event: event.event, by: nameOf(event.actor), at }
  switch (event.event) {
    case 'note':
      return { ...entry, title: 'Note', text: body }
    case 'call':
      return { ...entry, title: 'Call', text: body }
    case 'reply':
      return { ...entry, title: `Reply: ${subject}`, text: body, reply: event }
    case 'email':
      return { ...entry, title: `${kindInWords(body)} sent` }
    case 'assigned':
      return { ...entry, title: body ? `Assigned to ${body}` : 'No longer assigned to anyone' }
    case 'status':
      return { ...entry, title: statusInWords(body, statusBefore) }
    case 'answered':
      return { ...entry, title: 'Marked as answered' }
    case 'planned':
      return { ...entry, title: planInWords(body) }
    case 'cancelled':
      return { ...entry, title: 'Customer cancelled the test drive' }
    case 'asked':
      return { ...entry, title: 'Customer asked for another time', text: body }
  }
}

function statusInWords(status: string, before: string): string {
  if (status === 'Closed') return 'Closed'
  if (status === 'New') return 'Set back to New'
  return before === 'Closed' ? 'Reopened' : `Status set to ${status}`
}

const DATED = /^(\d{4}-\d{2}-\d{2})(?: \| (.*))?$/s

/** Reads a plan as the database records it: a date, a text, or both with a bar between them. */
function planInWords(plan: string): string {
  const [, date, text] = DATED.exec(plan) ?? [undefined, '', plan]
  if (!date && !text) return 'Next step done or removed'
  const due = date ? `due on ${formatDate(date)}` : ''
  return `Next step: ${[text, due].filter(Boolean).join(', ')}`
}

const DELIVERY: Record<NonNullable<LeadEvent['delivery']>, string> = {
  pending: 'Waiting to be sent',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Not delivered',
  held: 'On hold',
}

/** The state of a reply and, if something went wrong, the reason. */
export function deliveryInWords({ delivery, problem }: Pick<LeadEvent, 'delivery' | 'problem'>): string {
  const state = DELIVERY[delivery ?? 'pending']
  return problem && delivery !== 'sent' ? `${state}. ${withStop(problem)}` : state
}

const withStop = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
