// The inbox's filters by colleague, by the date of the next step and by source, as they are in the URL.

import { addDays, londonDate } from '#app/lib/dates.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { SOURCE_LABELS } from './inbox-rules.ts'

export const DUE_FILTERS = [
  { value: 'overdue', label: 'Overdue' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'This week' },
] as const

/** The dashboard links to this filter, which is otherwise not offered. */
export const DUE_NOW = { value: 'now', label: 'Today or overdue' } as const

type Due = (typeof DUE_FILTERS)[number]['value'] | typeof DUE_NOW.value

export const NOBODY = 'nobody'
export const ME = 'me'

export interface DeskFilters {
  /** A colleague's id, `me`, `nobody`, or empty for anyone. */
  assigned: string
  /** Empty for any date. */
  due: Due | ''
  /** Empty for any source. */
  source: string
}

export const NO_DESK_FILTERS = { assigned: '', due: '', source: '' } as const satisfies DeskFilters

/** The filters in the URL. Values that cannot be right are ignored. */
export function readDeskFilters(params: URLSearchParams): DeskFilters {
  const assigned = params.get('assigned') ?? ''
  const due = params.get('due')
  const source = params.get('source') ?? ''
  return {
    assigned: assigned === ME || assigned === NOBODY || isUuid(assigned) ? assigned : '',
    due: [...DUE_FILTERS, DUE_NOW].find(({ value }) => value === due)?.value ?? '',
    source: Object.hasOwn(SOURCE_LABELS, source) ? source : '',
  }
}

export const countDeskFilters = ({ assigned, due, source }: DeskFilters) =>
  [assigned, due, source].filter(Boolean).length

/** The first and last day of a filter, in London. Weeks end on Sunday. */
export function dueRange(due: Due, today = londonDate()): { from?: string; to: string } {
  const daysToSunday = (7 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7
  return {
    overdue: { to: addDays(today, -1) },
    today: { from: today, to: today },
    week: { from: today, to: addDays(today, daysToSunday) },
    now: { to: today },
  }[due]
}

/** Whether the next step of an open lead should have been taken before today. */
export const isOverdue = ({ due_on, status }: { due_on: string | null; status: string }, today = londonDate()) =>
  due_on !== null && due_on < today && status !== 'Closed'
