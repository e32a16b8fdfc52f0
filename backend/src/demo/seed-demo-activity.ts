// Adds the demo dealer's leads, so that the back office is not empty at first sight. They are marked as demo, never
// emailed, and removed together with the demo vehicles.

import { DEMO_ACTIVITY, type DemoLead } from '../../../supabase/demo/activity.ts'
import { DEMO_STOCK } from '../../../supabase/demo/stock.ts'
import { LEADS } from '../../../supabase/functions/_shared/lead-kinds.ts'
import type { Queryable } from '../db/database.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** How long after a lead, or after the same time on a later day, staff do something about it. */
const STAFF_DELAY_MS = 50 * MINUTE_MS

export async function seedDemoActivity(tx: Queryable): Promise<void> {
  const vehicles = await findVehicles(tx)
  // Triggers read this: they queue no emails, and mark the lead and its person.
  await tx.query(`select set_config('forecourt.demo', 'on', true)`)
  for (const [index, lead] of DEMO_ACTIVITY.entries()) {
    // The leads of a day arrive one after the other, the last an hour and a half ago.
    const minutesAgo = 90 + (DEMO_ACTIVITY.length - index) * 7
    const arrived = new Date(Date.now() - lead.daysAgo * DAY_MS - minutesAgo * MINUTE_MS)
    await addLead(tx, lead, arrived, vehicles)
  }
  await tx.query(`select set_config('forecourt.demo', '', true)`)
  // Triggers have used the current time.
  await tx.query(`
    update public.activity a set created_at = i.created_at from public.inbox i where i.is_demo and a.subject_id = i.id`)
  await tx.query(`
    update public.people p set created_at = found.first, last_contact_at = found.last
    from (select person_id, min(created_at) as first, max(created_at) as last from public.inbox group by person_id) found
    where p.is_demo and found.person_id = p.id`)
}

/** The demo vehicles' ids by number. */
async function findVehicles(tx: Queryable): Promise<Map<number, string>> {
  const { rows } = await tx.query<{ id: string; title: string }>(
    'select id, title from public.vehicles join public.demo_vehicles on vehicle_id = id',
  )
  return new Map(DEMO_STOCK.map(({ number, title }) => [number, rows.find((row) => row.title === title)?.id ?? '']))
}

async function addLead(tx: Queryable, lead: DemoLead, arrived: Date, vehicles: ReadonlyMap<number, string>) {
  const after = (days: number) => new Date(arrived.getTime() + days * DAY_MS + STAFF_DELAY_MS)
  const steps = lead.steps ?? []
  const answer = steps.find(({ event }) => event !== 'note')
  const { table, newStatus } = LEADS[lead.kind]
  const id = await insert(tx, table, {
    name: lead.name,
    email: lead.email,
    phone: lead.phone,
    message: lead.message,
    status: lead.status === 'New' ? newStatus : lead.status,
    created_at: arrived,
    updated_at: arrived,
    answered_at: answer ? after(answer.days) : null,
    ...(lead.vehicle !== null && { vehicle_id: vehicles.get(lead.vehicle) }),
    ...(lead.drive && {
      preferred_date: `${openDay(lead.drive.inDays)}T${String(lead.drive.hour).padStart(2, '0')}:00`,
    }),
    ...(lead.cameBy && { came_by: lead.cameBy }),
  })
  for (const { days, ...step } of steps) {
    const delivery = step.event === 'reply' ? 'sent' : null
    await insert(tx, 'lead_events', { kind: lead.kind, lead_id: id, ...step, delivery, created_at: after(days) })
  }
  if (lead.nextStep) {
    const planned = after(steps.at(-1)?.days ?? 0)
    await tx.query('update public.lead_desk set next_step = $1, due_on = $2 where kind = $3 and lead_id = $4', [
      lead.nextStep.text,
      dayFromNow(lead.nextStep.inDays),
      lead.kind,
      id,
    ])
    await tx.query(`update public.lead_events set created_at = $1 where lead_id = $2 and event = 'planned'`, [
      planned,
      id,
    ])
  }
}

async function insert(tx: Queryable, table: string, row: Record<string, unknown>): Promise<string> {
  const columns = Object.keys(row)
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.${table} (${columns}) values (${columns.map((_, i) => `$${i + 1}`)}) returning id`,
    Object.values(row),
  )
  return rows[0]?.id ?? ''
}

/** 2026-11-19 */
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** The demo dealer is closed on Sundays. */
function openDay(inDays: number): string {
  const day = dayFromNow(inDays)
  return new Date(day).getUTCDay() === 0 ? dayFromNow(inDays + 1) : day
}
