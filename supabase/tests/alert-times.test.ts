// When alerts may send emails.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAlertRound } from '../../backend/src/alerts/alert-round.ts'
import type { Database } from '../../backend/src/db/database.ts'
import { serviceEngines } from '../../backend/test/engines.ts'

const VEHICLE = '00000000-0000-4000-8000-000000000601'
const ADA = 'ada@example.com'

describe.each(serviceEngines)('the times of alerts on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await db.query(
      `insert into public.vehicles (id, title, make, model, year, price, mileage, fuel_type, transmission)
      values ($1, 'Audi A4', 'Audi', 'A4', 2020, 20000, 1000, 'Petrol', 'Manual')`,
      [VEHICLE],
    )
    await db.query(`insert into public.vehicle_images (vehicle_id, image_url) values ($1, '/a.webp')`, [VEHICLE])
  })
  afterAll(() => db.close())

  const ask = (isOwner: boolean) =>
    db.query('select forecourt.ask_for_alert($1, $2, $3)', [ADA, { vehicle_id: VEHICLE }, isOwner])
  const emails = async (template: string) => {
    const { rows } = await db.query<{ data: { items?: { was: number }[] } }>(
      'select data from public.email_outbox where template = $1',
      [template],
    )
    return rows.map(({ data }) => data)
  }

  test('a lost confirmation email can be asked for again a day later', async () => {
    await ask(false)
    await db.query(`update public.email_outbox set status = 'sent', sent_at = now()`)
    await ask(false)
    expect(await emails('alert-confirmation')).toHaveLength(1)

    await db.query(`update forecourt.alert_subscribers set asked_at = now() - interval '1 day'`)
    await ask(false)
    expect(await emails('alert-confirmation')).toHaveLength(2)

    // This one has not been sent yet, so there is no need for another.
    await db.query(`update forecourt.alert_subscribers set asked_at = now() - interval '1 day'`)
    await ask(false)
    expect(await emails('alert-confirmation')).toHaveLength(2)
  })

  test('a price is announced once it has not changed for the delay, so a corrected typing error is never news', async () => {
    await ask(true)
    await runAlertRound(db, async () => {}, 0)
    const setPrice = (price: number) => db.query('update public.vehicles set price = $1', [price])
    const pass = (minutes: number) =>
      db.query('update forecourt.vehicle_news set noted_at = noted_at - make_interval(mins => $1)', [minutes])
    const round = () => runAlertRound(db, async () => {}, 10)

    await setPrice(2000)
    await round()
    await pass(9)
    await round()
    await setPrice(20_000)
    await pass(11)
    await round()
    expect(await emails('vehicle-alert')).toEqual([])

    await setPrice(19_000)
    await pass(11)
    await round()
    expect(await emails('vehicle-alert')).toMatchObject([{ items: [{ was: 20_000 }] }])
  })

  test.each(['pending', 'held', 'failed'])('there is no second email while the first is %s', async (status) => {
    await db.query('update public.vehicles set price = price - 100')
    await db.query(`update public.email_outbox set status = $1 where template = 'vehicle-alert'`, [status])
    await db.query(`update forecourt.alert_subscribers set emailed_at = now() - interval '2 days'`)
    await runAlertRound(db, async () => {}, 0)
    expect(await emails('vehicle-alert')).toHaveLength(1)
  })

  test('confirming by link leaves at most fifty alerts', async () => {
    for (let round = 0; round < 6; round++) {
      for (let n = 0; n < 10; n++)
        await db.query('select forecourt.ask_for_alert($1, $2, false)', [
          'eve@example.com',
          { search: { filters: {} }, path: `q=${round}-${n}`, label: 'x' },
        ])
      await db.query(
        `select forecourt.confirm_alerts(s.token, array(select id from forecourt.alerts where subscriber_id = s.id))
        from forecourt.alert_subscribers s where email = 'eve@example.com'`,
      )
    }
    const { rows } = await db.query(
      `select count(*) filter (where confirmed_at is not null)::integer as confirmed, count(*)::integer as asked
      from forecourt.alerts join forecourt.alert_subscribers s on s.id = subscriber_id where email = 'eve@example.com'`,
    )
    expect(rows).toEqual([{ confirmed: 50, asked: 60 }])
  })

  test('the link in an old mailbox ends when the account moves to a new address', async () => {
    const NEW = 'ada@new.example'
    const links = async () => {
      const { rows } = await db.query<{ email: string; token: string }>(
        `select email, token from forecourt.alert_subscribers where email = any ($1)`,
        [[ADA, NEW]],
      )
      return rows
    }
    await db.query(`insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), $1, now())`, [
      ADA,
    ])
    const [before] = await links()
    await db.query(`update public.email_outbox set status = 'held' where template = 'vehicle-alert'`)
    await db.query('update auth.users set email = $1 where email = $2', [NEW, ADA])

    const [after, ...others] = await links()
    expect(others).toEqual([])
    expect(after?.email).toBe(NEW)
    expect(after?.token).not.toBe(before?.token)
    const { rows } = await db.query(
      `select recipient, data ->> 'token' as token from public.email_outbox where status = 'held'`,
    )
    expect(rows).toEqual([{ recipient: NEW, token: after?.token }])
  })
})
