// What happens to queued emails when a mail server is connected, and when it comes back after an outage.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SITE_URL } from '../../test/auth-harness.ts'
import { serviceEngines } from '../../test/engines.ts'
import { startMailServer, type TestMailServer } from '../../test/mail-server.ts'
import type { Database } from '../db/database.ts'
import { queueMail } from './queue-mail.ts'
import { createMailer } from './smtp.ts'
import { createMailWorker, type MailWorker } from './worker.ts'

describe.each(serviceEngines)('emails that were queued before a mail server was connected, on $name', ({ open }) => {
  let db: Database
  let server: TestMailServer
  let isConnected: boolean
  let worker: MailWorker

  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    await db.exec(`delete from public.email_outbox; delete from forecourt.markers where name = 'mail-connected'`)
    server = await startMailServer()
    isConnected = false
    worker = startWorker()
  })
  afterEach(async () => {
    await worker.stop()
    await server.close()
  })

  const startWorker = () =>
    createMailWorker({
      db,
      siteUrl: SITE_URL,
      mailer: createMailer({ smtpUrl: server.url, from: null }),
      firstRetrySeconds: 0,
      isConnected: async () => isConnected,
    })
  const queue = (recipient: string, hoursAgo: number, lifetimeSeconds?: number) =>
    queueMail(db, { template: 'enquiry', recipient, data: { name: 'Ada' }, lifetimeSeconds }).then(() =>
      db.query(
        `update public.email_outbox set created_at = now() - make_interval(hours => $2),
           expires_at = expires_at - make_interval(hours => $2) where recipient = $1`,
        [recipient, hoursAgo],
      ),
    )
  const statuses = async () => {
    const { rows } = await db.query<{ recipient: string; status: string }>(
      'select recipient, status from public.email_outbox order by recipient',
    )
    return Object.fromEntries(rows.map(({ recipient, status }) => [recipient, status]))
  }
  const delivered = () => server.emails.flatMap(({ recipients }) => recipients).sort()

  test('when email is first connected, recent emails are sent, and older or outdated ones are held', async () => {
    await queue('old@example.com', 25)
    await queue('recent@example.com', 23)
    await queue('expired@example.com', 2, 3600)
    await queue('valid@example.com', 2, 24 * 3600)
    await worker.drain()
    expect(delivered()).toEqual([])

    isConnected = true
    await worker.drain()

    expect(delivered()).toEqual(['recent@example.com', 'valid@example.com'])
    expect(await statuses()).toEqual({
      'expired@example.com': 'held',
      'old@example.com': 'held',
      'recent@example.com': 'sent',
      'valid@example.com': 'sent',
    })
  })

  test('after an outage, even one with a restart, everything that is still true is sent, however old', async () => {
    isConnected = true
    await worker.drain()
    await queue('old@example.com', 72)
    await queue('expired@example.com', 72, 3600)

    await worker.stop()
    worker = startWorker()
    await worker.drain()

    expect(delivered()).toEqual(['old@example.com'])
    expect(await statuses()).toMatchObject({ 'expired@example.com': 'held' })
  })

  test('a mail server that is connected again after it was removed counts as newly connected', async () => {
    isConnected = true
    await worker.drain()
    isConnected = false
    await worker.drain()
    await queue('old@example.com', 25)

    isConnected = true
    await worker.drain()

    expect(delivered()).toEqual([])
    expect(await statuses()).toEqual({ 'old@example.com': 'held' })
  })

  test('a held email is sent if an admin wants that, even if it has expired', async () => {
    await queue('expired@example.com', 48, 3600)
    isConnected = true
    await worker.drain()

    await db.exec(`select set_config('request.jwt.claims', '{"role": "service_role"}', false);
      select public.retry_undelivered(_held => true)`)
    await worker.drain()

    expect(delivered()).toEqual(['expired@example.com'])
  })
})

describe.each(serviceEngines)('emails about a test drive, on $name', ({ open }) => {
  test('a confirmation expires when the test drive begins, and is deleted with the lead', async () => {
    const db = await open()
    try {
      await db.exec(`insert into public.vehicles (title, make, model, year, price, mileage, fuel_type, transmission)
          values ('Alvis TD21', 'Alvis', 'TD21', 1962, 41995, 24600, 'Petrol', 'Manual');
        insert into public.test_drives (name, email, phone, vehicle_id, preferred_date)
          select 'Ada', 'ada@example.com', '01632 960142', id, forecourt.london_today() + 2 + time '10:00' from public.vehicles`)
      const { rows } = await db.query(
        `select template, expires_at = (select preferred_date at time zone 'Europe/London' from public.test_drives) as ends
         from public.email_outbox order by template`,
      )
      expect(rows).toEqual([
        { template: 'admin-notification', ends: null },
        { template: 'test-drive-confirmation', ends: true },
      ])

      await db.exec('delete from public.test_drives')

      expect((await db.query('select from public.email_outbox')).rows).toEqual([])
    } finally {
      await db.close()
    }
  })
})
