import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { SITE_URL } from '../../test/auth-harness.ts'
import { serviceEngines } from '../../test/engines.ts'
import { startMailServer, type TestMailServer } from '../../test/mail-server.ts'
import type { Database } from '../db/database.ts'
import { type NewMail, queueMail } from './queue-mail.ts'
import { createMailer, type Mailer } from './smtp.ts'
import { createMailWorker, type MailWorker } from './worker.ts'

const enquiry: NewMail = {
  template: 'enquiry',
  recipient: 'ada@example.com',
  data: { name: 'Ada Byron', message: 'Is it still there?', vehicleTitle: 'Aston Martin DB11' },
}

describe.each(serviceEngines)('email delivery on $name', ({ open }) => {
  let db: Database
  let server: TestMailServer
  let workers: MailWorker[]

  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    await db.query('delete from public.email_outbox')
    server = await startMailServer()
    workers = []
  })
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
    await server.close()
  })

  function createWorker(mailer: Mailer = createMailer({ smtpUrl: server.url, from: null }), pollMs?: number) {
    const worker = createMailWorker({ db, siteUrl: SITE_URL, mailer, firstRetrySeconds: 0, pollMs })
    workers.push(worker)
    return worker
  }

  const outbox = async () => {
    const { rows } = await db.query<{ row: Record<string, unknown> }>(
      'select to_jsonb(o) as row from public.email_outbox o order by created_at',
    )
    return rows.map(({ row }) => row)
  }

  test('an email is sent once, and its body is then deleted', async () => {
    await queueMail(db, enquiry)

    await createWorker().drain()
    await createWorker().drain()

    expect(server.emails).toHaveLength(1)
    expect(server.emails[0]?.recipients).toEqual(['ada@example.com'])
    expect(server.emails[0]?.mail).toMatchObject({
      subject: 'Your enquiry about Aston Martin DB11',
      from: { name: 'Halden & Rowe Motor Cars', address: 'sales@haldenrowe.example' },
      replyTo: [{ address: 'sales@haldenrowe.example' }],
    })
    expect(server.emails[0]?.mail.text).toContain('Aston Martin DB11')
    expect(server.emails[0]?.mail.html).toContain('Aston Martin DB11')
    expect(await outbox()).toMatchObject([{ status: 'sent', data: {}, attempts: 1, last_error: null }])
  })

  test('an email is queued only once for each key', async () => {
    await queueMail(db, { ...enquiry, dedupeKey: 'enquiry:1:customer' })
    await queueMail(db, { ...enquiry, dedupeKey: 'enquiry:1:customer' })

    expect(await outbox()).toHaveLength(1)
  })

  test('no email is lost or sent twice when the mail server is down for a while', async () => {
    const { port, url } = server
    await server.close()
    const worker = createMailWorker({
      db,
      siteUrl: SITE_URL,
      mailer: createMailer({ smtpUrl: url, from: null }),
      firstRetrySeconds: 60,
    })
    workers.push(worker)
    for (const name of ['Ada', 'Grace', 'Joan']) await queueMail(db, { ...enquiry, data: { ...enquiry.data, name } })

    await worker.drain()
    expect((await outbox()).map(({ status, attempts }) => [status, attempts])).toEqual(Array(3).fill(['pending', 1]))
    expect((await outbox())[0]?.last_error).toContain('ECONNREFUSED')
    server = await startMailServer(port)
    await worker.drain() // the retry is not due yet
    expect(server.emails).toHaveLength(0)
    await db.query('update public.email_outbox set next_attempt_at = now()')
    await worker.drain()
    await worker.drain()

    expect(server.emails.map(({ mail }) => /Hello (\w+)/.exec(mail.text ?? '')?.[1]).sort()).toEqual([
      'Ada',
      'Grace',
      'Joan',
    ])
    expect((await outbox()).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent'])
  })

  test('retries wait longer each time, with random variation', async () => {
    const failing: Mailer = { send: () => Promise.reject(new Error('try later')), close() {} }
    const worker = createMailWorker({ db, siteUrl: SITE_URL, mailer: failing, firstRetrySeconds: 3600 })
    await queueMail(db, enquiry)
    await worker.drain()
    await worker.drain()
    expect(await outbox()).toMatchObject([{ status: 'pending', attempts: 1 }])

    const { rows } = await db.query<{ seconds: number }>(
      `select extract(epoch from forecourt.retry_pause(attempts, 10, 900))::float8 as seconds
       from unnest(array[1, 2, 3, 4, 5, 6, 7, 8, 500]) with ordinality as tries (attempts, n) order by n`,
    )
    for (const [i, base] of [10, 20, 40, 80, 160, 320, 640, 900, 900].entries()) {
      expect(rows[i]?.seconds).toBeGreaterThanOrEqual(base)
      expect(rows[i]?.seconds).toBeLessThanOrEqual(base * 1.25)
    }
    expect(rows[7]?.seconds).not.toBe(rows[8]?.seconds)
  })

  test('an email queued before a crash is sent after a restart', async () => {
    await queueMail(db, enquiry) // no worker is running

    await createWorker().start()

    await vi.waitFor(() => expect(server.emails).toHaveLength(1), 60_000)
  })

  test('an email whose sending process died is claimed again only when the lease expires', async () => {
    await queueMail(db, enquiry)
    await db.query(
      `update public.email_outbox set status = 'sending', attempts = 1, next_attempt_at = now() + interval '1 minute'`,
    )
    const worker = createWorker()

    await worker.drain()
    expect(server.emails).toHaveLength(0)
    await db.query(`update public.email_outbox set next_attempt_at = now() - interval '1 second'`)
    await worker.drain()

    expect(server.emails).toHaveLength(1)
    expect(await outbox()).toMatchObject([{ status: 'sent', attempts: 2 }])
  })

  test('the embedded engine, which has only one process, reclaims a dead process’s emails as soon as it starts', async () => {
    await queueMail(db, enquiry)
    await db.query(
      `update public.email_outbox set status = 'sending', attempts = 1, next_attempt_at = now() + interval '1 minute'`,
    )

    await createWorker().start()

    if (db.engine === 'embedded') await vi.waitFor(() => expect(server.emails).toHaveLength(1), 60_000)
    else expect(await outbox()).toMatchObject([{ status: 'sending', attempts: 1 }])
  })

  test('an email that is sent again keeps its Message-ID', async () => {
    const mailer = createMailer({ smtpUrl: server.url, from: null })
    let attempts = 0
    const losesTheAnswer: Mailer = {
      close: () => mailer.close(),
      async send(...mail) {
        await mailer.send(...mail)
        attempts += 1
        if (attempts === 1) throw new Error('the connection broke after the server had accepted the email')
      },
    }
    await queueMail(db, enquiry)

    await createWorker(losesTheAnswer).drain()

    const ids = server.emails.map(({ mail }) => mail.messageId)
    expect(ids).toHaveLength(2)
    expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@cars\.example>$/)
    expect(new Set(ids).size).toBe(1)
  })

  test('several workers share the queue without sending an email twice', async () => {
    for (let index = 0; index < 20; index += 1) {
      await queueMail(db, { ...enquiry, recipient: `customer-${index}@example.com` })
    }

    await Promise.all([createWorker(), createWorker(), createWorker()].map((worker) => worker.drain()))

    expect(server.emails).toHaveLength(20)
    expect(new Set(server.emails.flatMap(({ recipients }) => recipients)).size).toBe(20)
  })

  test('a new email wakes the worker', async () => {
    await createWorker(undefined, 600_000).start()

    await queueMail(db, enquiry)

    await vi.waitFor(() => expect(server.emails).toHaveLength(1), 60_000)
  })

  test('the dealer’s notification goes to the current admin email address, and replies go to the customer', async () => {
    await queueMail(db, {
      template: 'admin-notification',
      recipient: null,
      data: {
        enquiryType: 'enquiry',
        customerName: 'Eve\r\nBcc: everyone@example.com',
        customerEmail: 'eve@example.com',
        vehicleTitle: 'Jaguar\r\n\r\n<b>F-Type</b>',
        message: 'One\nTwo',
      },
    })
    await db.query(`update public.config set value = 'boss@example.com' where key = 'ADMIN_EMAIL'`)

    await createWorker().drain()

    const [sent] = server.emails
    expect(sent?.recipients).toEqual(['boss@example.com'])
    expect(sent?.mail.replyTo).toEqual([{ name: '', address: 'eve@example.com' }])
    expect(sent?.mail.subject).toBe('New enquiry: Jaguar <b>F-Type</b>')
    expect(sent?.mail.bcc).toBeUndefined()
    expect(sent?.mail.html).toContain('One<br/>Two')
    expect(sent?.mail.html).not.toContain('<b>F-Type</b>')
  })

  test('an email to an invalid address fails at once and does not hold up the other emails', async () => {
    await queueMail(db, { ...enquiry, recipient: 'a@example.com, b@example.com' })
    await queueMail(db, enquiry)

    await createWorker().drain()

    expect((await outbox()).map(({ status }) => status).sort()).toEqual(['failed', 'sent'])
    expect(server.emails).toHaveLength(1)
  })

  test('without a provider, a text message is abandoned with the reason that text messages are not set up', async () => {
    await queueMail(db, { template: 'text-message', recipient: '+447000900123', data: { code: '314159' } })

    await createWorker().drain()

    expect(server.emails).toHaveLength(0)
    expect(await outbox()).toMatchObject([
      { status: 'failed', last_error: expect.stringContaining('text messages are not set up') },
    ])
  })

  test('a test email says that email is working, and links to the back office', async () => {
    await queueMail(db, { template: 'test-mail', recipient: 'ann@example.com', data: {} })

    await createWorker().drain()

    expect(server.emails[0]?.mail.subject).toMatch(/^Your email is working: /)
    expect(server.emails[0]?.mail.text).toContain(`${SITE_URL}/admin`)
  })

  test('an email without a sender address waits, with an explanation, and is sent once an address is set', async () => {
    const setCompanyEmail = (email: string) =>
      db.query(`update public.config set value = $1 where key = 'COMPANY_EMAIL'`, [email])
    await setCompanyEmail('')
    await queueMail(db, enquiry)

    await createWorker().drain()
    expect(server.emails).toEqual([])
    const reason = expect.stringMatching(/^There’s no address to send from: enter a company email in the settings$/)
    expect(await outbox()).toMatchObject([{ status: 'pending', last_error: reason }])
    await setCompanyEmail('cars@example.com')
    await createWorker().drain()

    expect(server.emails[0]?.mail.from).toMatchObject({ address: 'cars@example.com' })
    await setCompanyEmail('sales@haldenrowe.example')
  })

  test('an email links to the vehicle, unless it has become a draft', async () => {
    const { rows } = await db.query<{ id: string }>(
      `insert into public.vehicles (title, make, model, year, price, mileage, fuel_type, transmission)
       values ('Aston Martin DB11', 'Aston Martin', 'DB11', 2019, 89995, 9000, 'Petrol', 'Automatic') returning id`,
    )
    const vehicleId = rows[0]?.id ?? ''
    for (const hidden of [false, true]) {
      await db.query('update public.vehicles set hidden = $1', [hidden])
      await queueMail(db, { ...enquiry, data: { ...enquiry.data, vehicleId } })
      await createWorker().drain()
    }

    const [listed, draft] = server.emails.map(({ mail }) => `${mail.html}`)
    expect(listed).toContain(`/vehicles/${vehicleId}`)
    expect(draft).toContain('Aston Martin DB11')
    expect(draft).not.toContain(vehicleId)
  })

  test('a test drive confirmation has a calendar file', async () => {
    await queueMail(db, {
      template: 'test-drive-confirmation',
      recipient: 'ada@example.com',
      data: {
        name: 'Ada',
        vehicleTitle: 'Bentley Continental GT',
        preferredDate: '20/11/2026',
        preferredTime: '14:00',
      },
    })

    await createWorker().drain()

    const [attachment] = server.emails[0]?.mail.attachments ?? []
    expect(attachment).toMatchObject({ filename: 'test-drive.ics', mimeType: 'text/calendar' })
    const calendar = new TextDecoder().decode(attachment?.content as ArrayBuffer).replace(/\r?\n /g, '')
    expect(calendar).toContain('DTSTART;TZID=Europe/London:20261120T140000')
    expect(calendar).toContain('LOCATION:Halden & Rowe Motor Cars\\, 14 Lincoln Road\\, Peterborough\\, PE1 5BA')
  })
})
