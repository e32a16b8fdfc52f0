// The notification settings, tested through to the emails that a real mail server receives.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SITE_URL } from '../../test/auth-harness.ts'
import { serviceEngines } from '../../test/engines.ts'
import { startMailServer, type TestMailServer } from '../../test/mail-server.ts'
import type { Database } from '../db/database.ts'
import { createMailer } from './smtp.ts'
import { createMailWorker, type MailWorker } from './worker.ts'

const SETTINGS = {
  ADMIN_EMAIL: 'boss@example.com',
  NOTIFY_ALSO: JSON.stringify([
    { address: 'gone@example.com', about: 'everything' },
    { address: 'sales@example.com', about: 'enquiry' },
    { address: 'workshop@example.com', about: 'test-drive' },
  ]),
  NOTIFY_TEST_DRIVE: 'false',
  MAIL_REPLY_TO: 'answers@example.com',
  MAIL_CLOSING_LINE: 'Tea is on us.',
}

describe.each(serviceEngines)('notification settings on $name', ({ open }) => {
  let db: Database
  let server: TestMailServer
  let worker: MailWorker

  beforeAll(async () => {
    db = await open()
    server = await startMailServer()
    server.unknown.add('gone@example.com')
    worker = createMailWorker({
      db,
      siteUrl: SITE_URL,
      mailer: createMailer({ smtpUrl: server.url, from: null }),
      firstRetrySeconds: 0,
    })
    for (const [key, value] of Object.entries(SETTINGS))
      await db.query('update public.config set value = $2 where key = $1', [key, value])
    await db.exec(`
      insert into public.vehicles (title, make, model, year, price, mileage, fuel_type, transmission)
        values ('Alvis TD21', 'Alvis', 'TD21', 1962, 41995, 24600, 'Petrol', 'Manual');
      insert into public.enquiries (name, email, phone, message, vehicle_id)
        select 'Ada', 'ada@example.com', '01632 960142', 'Is it there?', id from public.vehicles;
      insert into public.test_drives (name, email, phone, vehicle_id, preferred_date)
        select 'Ada', 'ada@example.com', '01632 960142', id, forecourt.london_today() + 2 + time '10:00' from public.vehicles;`)
    await worker.drain()
    await worker.drain()
  })
  afterAll(async () => {
    await worker?.stop()
    await server?.close()
    await db?.close()
  })

  test('the admin and each recipient for enquiries get a separate email about an enquiry', () => {
    const notifications = server.emails.filter(({ mail }) => mail.subject === 'New enquiry: Alvis TD21')

    expect(notifications.map(({ recipients }) => recipients).sort()).toEqual([
      ['boss@example.com'],
      ['sales@example.com'],
    ])
    for (const { mail } of notifications) expect(mail.replyTo).toEqual([{ name: '', address: 'ada@example.com' }])
  })

  test('a rejected address does not stop the other notifications, and the rejection is recorded for the admin', async () => {
    const { rows } = await db.query(
      `select recipient, status, last_error from public.email_outbox where status <> 'sent'`,
    )

    const reason = expect.stringMatching(/^The mail server rejected this address/)
    expect(rows).toEqual([{ recipient: 'gone@example.com', status: 'failed', last_error: reason }])
  })

  test('a notification that is switched off is not sent to anyone, but the customer still gets a confirmation', () => {
    expect(server.to('workshop@example.com')).toEqual([])
    expect(server.emails.filter(({ mail }) => mail.subject?.startsWith('New test drive'))).toEqual([])
    expect(server.to('ada@example.com').map(({ subject }) => subject)).toContain('Your test drive: Alvis TD21')
  })

  test('confirmations have the dealer’s reply-to address and closing line', () => {
    const confirmations = server.to('ada@example.com')

    expect(confirmations).toHaveLength(2)
    for (const mail of confirmations) {
      expect(mail.replyTo).toEqual([{ name: '', address: 'answers@example.com' }])
      expect(mail.text).toContain('Tea is on us.')
      expect(mail.html).toContain('Tea is on us.')
    }
  })
})
