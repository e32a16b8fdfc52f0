// Changes to several leads of the inbox's page at once, with one request per table.

import { browserRest } from '#app/lib/backend.ts'
import { LEADS, type LeadKind } from '#supabase/functions/_shared/lead-kinds.ts'
import type { LeadReference } from './inbox-queries.ts'

export type BulkChange = { status: 'closed' | 'reopened' } | { assignee: string | null }

/** A closed test drive cannot be reopened if its time has been booked again. */
export const SLOT_TAKEN = '23505'

export interface BulkResult {
  changed: number
  /** Already as requested, or deleted. */
  unchanged: number
  /** Test drives whose time another customer has booked. */
  taken: number
}

export async function changeLeads(leads: readonly LeadReference[], change: BulkChange): Promise<BulkResult> {
  const counts =
    'status' in change
      ? await Promise.all([...idsByKind(leads)].map(([kind, ids]) => changeStatus(kind, ids, change.status)))
      : [{ changed: await assign(leads, change.assignee), taken: 0 }]
  const changed = counts.reduce((sum, count) => sum + count.changed, 0)
  const taken = counts.reduce((sum, count) => sum + count.taken, 0)
  return { changed, taken, unchanged: leads.length - changed - taken }
}

function idsByKind(leads: readonly LeadReference[]): Map<LeadKind, string[]> {
  const ids = new Map<LeadKind, string[]>()
  for (const { kind, id } of leads) ids.set(kind, [...(ids.get(kind) ?? []), id])
  return ids
}

async function changeStatus(
  kind: LeadKind,
  ids: readonly string[],
  to: 'closed' | 'reopened',
): Promise<{ changed: number; taken: number }> {
  const table = () => browserRest().from(LEADS[kind].table)
  const { data, error } =
    to === 'closed'
      ? await table().update({ status: 'Closed' }).in('id', ids).neq('status', 'Closed').select('id')
      : await table().update({ status: 'Responded' }).in('id', ids).eq('status', 'Closed').select('id')
  if (!error) return { changed: data.length, taken: 0 }
  if (error.code !== SLOT_TAKEN) throw error
  if (ids.length === 1) return { changed: 0, taken: 1 }
  // One time that has been booked again refuses the whole statement, so the rest is tried without it.
  const each = []
  for (const id of ids) each.push(await changeStatus(kind, [id], to))
  return {
    changed: each.reduce((sum, { changed }) => sum + changed, 0),
    taken: each.reduce((sum, { taken }) => sum + taken, 0),
  }
}

async function assign(leads: readonly LeadReference[], assignee: string | null): Promise<number> {
  const update = browserRest()
    .from('lead_desk')
    .update({ assignee_id: assignee })
    .in('kind', [...new Set(leads.map(({ kind }) => kind))])
    .in(
      'lead_id',
      leads.map(({ id }) => id),
    )
  const { data, error } = await (assignee
    ? update.or(`assignee_id.is.null,assignee_id.neq.${assignee}`)
    : update.not('assignee_id', 'is', null)
  ).select('lead_id')
  if (error) throw error
  return data.length
}

const leadsInWords = (count: number) => (count === 1 ? '1 lead' : `${count} leads`)

/** What happened, for the toast. `to` names the colleague of an assignment. */
export function resultInWords(change: BulkChange, { changed, unchanged, taken }: BulkResult, to?: string): string {
  const done =
    'status' in change ? change.status : change.assignee ? `assigned to ${to ?? 'a colleague'}` : 'no longer assigned'
  const as = 'status' in change ? (change.status === 'closed' ? 'already closed' : 'already open') : 'as before'
  return [
    changed > 0 || unchanged + taken === 0 ? `${leadsInWords(changed)} ${done}` : '',
    unchanged > 0 ? `${leadsInWords(unchanged)} ${as}` : '',
    taken > 0 ? `${leadsInWords(taken)} not reopened: another customer has booked the time` : '',
  ]
    .filter(Boolean)
    .join('. ')
}
