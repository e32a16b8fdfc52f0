// Alerts about vehicles and searches, compared with a model on generated changes.

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAlertRound } from '../../backend/src/alerts/alert-round.ts'
import type { Database } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'

const CHANGES = 1000
const VEHICLES = 4
const MOST = 20
const PEOPLE = ['ada@example.com', 'ben@example.com', 'cyd@example.com']

type State = 'Listed' | 'Sold' | 'Reserved' | 'Draft'
interface Vehicle {
  price: number
  state: State
  onApplication: boolean
  /** The change after which the search has found the vehicle without a break; null if it does not find it. */
  foundSince: number | null
}
/** A saved search for vehicles up to MOST. */
interface Saved {
  askedAt: number
  isConfirmed: boolean
  told: Set<number>
}
/** What a subscriber has been told about a vehicle, or saw when they asked. */
interface Known {
  price: number
  sold: boolean
  isConfirmed: boolean
}

const vehicle = fc.integer({ min: 0, max: VEHICLES - 1 })
const person = fc.constantFrom(...PEOPLE)
const CHANGE = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('price'), vehicle, price: fc.integer({ min: 10, max: 30 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('state'),
      vehicle,
      state: fc.constantFrom<State>('Listed', 'Listed', 'Sold', 'Reserved', 'Draft'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('application'), vehicle }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ask'), vehicle, person }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('save'), person }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('confirm'), person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end'), vehicle, person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unsubscribe'), person }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('round') }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('deliver') }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('day') }) },
)

const idOf = (n: number) => `00000000-0000-4000-8000-0000000005${String(n).padStart(2, '0')}`

/** What there is to say to someone who knows this much, or null. */
function newsOf({ state, price, onApplication }: Vehicle, known: Known): string | null {
  if (state === 'Sold') return known.sold ? null : 'sold'
  if (state !== 'Listed') return null
  if (known.sold) return 'back'
  return !onApplication && price < known.price ? 'price' : null
}

describe.each(serviceEngines)('alerts on $name', ({ open }) => {
  let db: Database
  const vehicles: Vehicle[] = []
  const known = new Map<string, Known>()
  const searches = new Map<string, Saved>()
  let now = 0
  /** Whether an address has had an email since the last day went by. */
  const emailed = new Set<string>()
  const told = { price: 0, sold: 0, back: 0, match: 0 } as Record<string, number>

  beforeAll(async () => {
    db = await open()
    for (let n = 0; n < VEHICLES; n++) {
      vehicles.push({ price: 20, state: 'Listed', onApplication: false, foundSince: 0 })
      await db.query(
        `insert into public.vehicles (id, title, make, model, year, price, mileage, fuel_type, transmission)
         values ($1, $2, 'Alvis', 'TD21', 1962, 20000, 1, 'Petrol', 'Manual')`,
        [idOf(n), `Car ${n}`],
      )
      await db.query(`insert into public.vehicle_images (vehicle_id, image_url) values ($1, '/a.webp')`, [idOf(n)])
    }
  })
  afterAll(() => db.close())

  const keyOf = (email: string, n: number) => `${email} ${n}`
  const at = (n: number) => vehicles[n] as Vehicle

  async function setState(n: number, state: State): Promise<void> {
    await db.query(
      `update public.vehicles set sold = $2, hidden = $3,
         sold_expiry_date = case when $2 then forecourt.london_today() + 30 end,
         reserved_until = case when $4 then forecourt.london_today() + 5 end where id = $1`,
      [idOf(n), state === 'Sold', state === 'Draft', state === 'Reserved'],
    )
    at(n).state = state
  }

  async function ask(email: string, n: number): Promise<void> {
    const { rows } = await db.query<{ outcome: string }>('select forecourt.ask_for_alert($1, $2, false) as outcome', [
      email,
      JSON.stringify({ vehicle_id: idOf(n) }),
    ])
    expect(rows[0]?.outcome).toBe(at(n).state === 'Draft' ? 'gone' : 'asked')
    if (at(n).state === 'Draft' || known.has(keyOf(email, n))) return
    known.set(keyOf(email, n), { price: at(n).price, sold: at(n).state === 'Sold', isConfirmed: false })
  }

  /** Saves a search, as the pages do. */
  async function save(email: string): Promise<void> {
    const about = {
      search: { filters: { max_price: MOST * 1000 }, wanted: { make: ['Alvis'] }, words: [['td21']] },
      path: 'q=alvis+td21&maxPrice=20000',
      label: 'Alvis, Up to £20,000',
    }
    await db.query('select forecourt.ask_for_alert($1, $2, false)', [email, JSON.stringify(about)])
    if (!searches.has(email)) searches.set(email, { askedAt: now, isConfirmed: false, told: new Set() })
  }

  const isFound = ({ state, price, onApplication }: Vehicle) => state === 'Listed' && !onApplication && price <= MOST

  async function confirm(email: string): Promise<void> {
    await db.query(
      `select forecourt.confirm_alerts(s.token, array(select id from forecourt.alerts where subscriber_id = s.id))
       from forecourt.alert_subscribers s where email = $1`,
      [email],
    )
    for (const [key, value] of known) if (key.startsWith(email)) value.isConfirmed = true
    const search = searches.get(email)
    if (search) search.isConfirmed = true
  }

  async function end(email: string, n: number | null): Promise<void> {
    await db.query(
      `select forecourt.end_alerts($1, (
         select a.id from forecourt.alerts a join forecourt.alert_subscribers s on s.id = a.subscriber_id
         where s.email = $1 and a.vehicle_id = $2))
       where $2::uuid is null or exists (
         select from forecourt.alerts a join forecourt.alert_subscribers s on s.id = a.subscriber_id
         where s.email = $1 and a.vehicle_id = $2)`,
      [email, n === null ? null : idOf(n)],
    )
    if (n === null) searches.delete(email)
    for (const key of [...known.keys()])
      if (key.startsWith(email) && (n === null || key === keyOf(email, n))) known.delete(key)
  }

  async function round(): Promise<void> {
    await runAlertRound(db, async () => {}, 0)
  }

  /** What the worker does with the queued alerts. */
  async function deliver(): Promise<void> {
    const { rows } = await db.query<{ id: string; recipient: string }>(
      `select id, recipient from public.email_outbox where template = 'vehicle-alert' and status = 'pending'`,
    )
    for (const { id, recipient } of rows) {
      const { rows: found } = await db.query<{
        items: { news: string; vehicleId: string; price: number | null }[] | null
      }>('select forecourt.keep_true_items($1) as items', [id])
      const items = found[0]?.items ?? []
      if (items.length === 0) {
        await db.query('delete from public.email_outbox where id = $1', [id])
        continue
      }
      await db.query(`update public.email_outbox set status = 'sent', sent_at = now() where id = $1`, [id])
      check(recipient, items)
    }
  }

  function check(email: string, items: { news: string; vehicleId: string; price: number | null }[]): void {
    expect(emailed.has(email), 'one email a day').toBe(false)
    emailed.add(email)
    for (const { news, vehicleId } of items) {
      const n = Number(vehicleId.slice(-2))
      told[news] = (told[news] ?? 0) + 1
      if (news === 'match') {
        const search = searches.get(email)
        expect(search?.isConfirmed, 'the search is confirmed and has not been ended').toBe(true)
        expect(isFound(at(n)), `the search finds car ${n}`).toBe(true)
        expect(search?.told.has(n), `${email} is told about car ${n} once`).toBe(false)
        search?.told.add(n)
        continue
      }
      const about = known.get(keyOf(email, n))
      expect(about?.isConfirmed, 'the alert is confirmed and has not been ended').toBe(true)
      if (!about) continue
      expect(news, `${email} is told about car ${n}`).toBe(newsOf(at(n), about))
      about.sold = news === 'sold'
      if (news !== 'sold' && !at(n).onApplication) about.price = at(n).price
    }
  }

  async function day(): Promise<void> {
    await db.query(`update forecourt.alert_subscribers set emailed_at = emailed_at - interval '25 hours'`)
    await db.query(`update public.email_outbox set sent_at = sent_at - interval '25 hours'`)
    emailed.clear()
  }

  async function apply(change: Record<string, unknown> & { kind: string }): Promise<void> {
    const n = change.vehicle as number
    const email = change.person as string
    if (change.kind === 'price') {
      at(n).price = change.price as number
      if (at(n).onApplication) at(n).onApplication = false
      await db.query('update public.vehicles set price = $2, price_on_application = false where id = $1', [
        idOf(n),
        at(n).price * 1000,
      ])
    }
    if (change.kind === 'state') await setState(n, change.state as State)
    if (change.kind === 'application') {
      at(n).onApplication = true
      await db.query('update public.vehicles set price_on_application = true where id = $1', [idOf(n)])
    }
    // What a visitor knows of a price on application is covered by a test of its own.
    if (change.kind === 'ask' && !at(n).onApplication) await ask(email, n)
    if (change.kind === 'save') await save(email)
    if (change.kind === 'confirm') await confirm(email)
    if (change.kind === 'end') await end(email, n)
    if (change.kind === 'unsubscribe') await end(email, null)
    if (change.kind === 'round') await round()
    if (change.kind === 'deliver') await deliver()
    if (change.kind === 'day') await day()
  }

  test(`subscribers are told what is new, once, over ${CHANGES} changes`, async () => {
    const changes = fc.sample(CHANGE, { numRuns: CHANGES, seed: 13 })
    for (const change of changes) {
      now += 1
      await apply(change)
      for (const vehicle of vehicles) vehicle.foundSince = isFound(vehicle) ? (vehicle.foundSince ?? now) : null
    }

    // Once everything has been sent, nobody is left with news.
    for (let i = 0; i < 3; i++) {
      await day()
      await round()
      await deliver()
    }
    for (const [key, about] of known) {
      if (!about.isConfirmed) continue
      expect(newsOf(at(Number(key.split(' ')[1])), about), `${key} is up to date`).toBeNull()
    }
    for (const [email, { askedAt, isConfirmed, told }] of searches)
      for (const [n, { foundSince }] of vehicles.entries())
        if (isConfirmed && foundSince !== null && foundSince > askedAt)
          expect(told.has(n), `${email}, car ${n}`).toBe(true)
    expect(Math.min(...Object.values(told)), JSON.stringify(told)).toBeGreaterThan(5)
  })
})
