// Connecting a mail server from the back office, with a real SMTP server.

import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SITE_URL } from '../../test/auth-harness.ts'
import { serviceEngines } from '../../test/engines.ts'
import type { Database } from '../db/database.ts'
import { createMailServerSettings } from './connect-server.ts'
import { createMailConnection } from './connection.ts'
import { MAIL_SERVER_TESTS } from './limits.ts'
import { queueMail } from './queue-mail.ts'
import { createMailWorker } from './worker.ts'

const PASSWORD = 'correct horse'
const REPLY = 'secret-host.internal says no'
const admin = { id: '', email: 'boss@example.com' }

interface Behaviour {
  /** With smtp-server's own certificate, which no one should trust. */
  offersTls?: boolean
  refuses?: 'sender' | 'recipient' | 'message'
}

async function startSmtp(behaviour: Behaviour) {
  const delivered: { to: string; from: string }[] = []
  const refusal = (code: number) => Object.assign(new Error(REPLY), { responseCode: code })
  const server = new SMTPServer({
    disabledCommands: behaviour.offersTls ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) => (password === PASSWORD ? done(null, { user: 'x' }) : done(refusal(535))),
    onMailFrom: (_address, _session, done) => done(behaviour.refuses === 'sender' ? refusal(550) : null),
    onRcptTo: (_address, _session, done) => done(behaviour.refuses === 'recipient' ? refusal(550) : null),
    onData(stream, { envelope }, done) {
      stream.resume().on('end', () => {
        if (behaviour.refuses === 'message') return done(refusal(554))
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        delivered.push(...envelope.rcptTo.map(({ address }) => ({ to: address, from })))
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.server.address() as AddressInfo
  return { port, delivered, close: () => new Promise<void>((closed) => server.close(() => closed())) }
}

describe.each(serviceEngines)('connecting a mail server on $name', ({ open }) => {
  let db: Database
  let behaviour: Behaviour
  let smtp: Awaited<ReturnType<typeof startSmtp>>
  const logged: object[] = []

  beforeAll(async () => {
    db = await open()
    const { rows } = await db.query<{ id: string }>(
      `insert into auth.users (id, email) values (gen_random_uuid(), $1) returning id`,
      [admin.email],
    )
    admin.id = rows[0]?.id ?? ''
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    await db.exec(
      'delete from forecourt.mail_server; delete from public.function_limits; delete from public.email_outbox',
    )
    behaviour = {}
    smtp = await startSmtp(behaviour)
    logged.length = 0
  })
  afterEach(() => smtp.close())

  const options = { smtp: null, hmacSecret: 'installation', allowLoopback: true }
  const settings = (changes: Partial<Parameters<typeof createMailServerSettings>[0]> = {}) =>
    createMailServerSettings({
      ...options,
      db,
      siteUrl: SITE_URL,
      log: { warn: (details) => logged.push(details) },
      ...changes,
    })
  const form = (changes: object = {}) => ({
    host: '127.0.0.1',
    port: smtp.port,
    username: 'dealer',
    password: PASSWORD,
    from: '',
    ...changes,
  })

  test('a server that delivers the test email is stored, without the password being readable or returned', async () => {
    expect(await settings().connect(form({ from: 'cars@dealer.example' }), admin)).toBeNull()

    expect(smtp.delivered).toEqual([{ to: 'boss@example.com', from: 'cars@dealer.example' }])
    expect(await settings().read()).toEqual({
      source: 'stored',
      host: '127.0.0.1',
      port: smtp.port,
      username: 'dealer',
      from: 'cars@dealer.example',
      isReadable: true,
    })
    const { rows } = await db.query('select * from forecourt.mail_server')
    expect(JSON.stringify(rows)).not.toContain(PASSWORD)
    const { rows: activity } = await db.query(`select summary from public.activity where actor_id = $1`, [admin.id])
    expect(activity).toContainEqual({ summary: 'Mail server connected' })
  })

  test.each([
    ['sign-in', {}, { password: 'wrong' }],
    ['sender', { refuses: 'sender' }, {}],
    ['recipient', { refuses: 'recipient' }, {}],
    ['message', { refuses: 'message' }, {}],
    ['connection', {}, { host: 'no-such-host.invalid', port: 587 }],
    ['private', {}, { host: '10.0.0.1', port: 587 }],
    ['port', {}, { host: 'smtp.example.com', port: 25 }],
    ['password', {}, { password: '' }],
  ] as const)(
    'a %s problem is named, without the server’s own words, and nothing is stored',
    async (problem, how, what) => {
      Object.assign(behaviour, how)
      const answer = await settings().connect(form(what), admin)

      expect(answer).toBe(problem)
      expect(JSON.stringify(answer)).not.toContain('secret-host')
      expect(await settings().read()).toEqual({ source: 'none' })
    },
  )

  test('a certificate that cannot be verified is a TLS problem', async () => {
    const untrusted = await startSmtp({ offersTls: true })
    try {
      expect(await settings().connect(form({ port: untrusted.port }), admin)).toBe('tls')
    } finally {
      await untrusted.close()
    }
  })

  test('this machine is refused on a site with a public address, and so are unusual ports', async () => {
    const hosted = settings({ allowLoopback: false })

    expect(await hosted.connect(form(), admin)).toBe('port')
    expect(await hosted.connect(form({ port: 587 }), admin)).toBe('private')
    expect(await hosted.connect(form({ host: 'localhost', port: 2525 }), admin)).toBe('private')
    expect(smtp.delivered).toEqual([])
  })

  test('the stored password is used again only for the same server and user name', async () => {
    await settings().connect(form(), admin)

    expect(await settings().connect(form({ password: '', from: 'new@dealer.example' }), admin)).toBeNull()
    expect(await settings().connect(form({ password: '', username: 'other' }), admin)).toBe('password')
    expect(await settings().connect(form({ password: '', host: 'localhost' }), admin)).toBe('password')
  })

  test('attempts are limited', async () => {
    await db.query(
      `insert into public.function_limits (key, used, resets_at) values ('mail-server', $1, now() + interval '1 hour')`,
      [MAIL_SERVER_TESTS._max],
    )

    expect(await settings().connect(form(), admin)).toBe('too-many')
    expect(smtp.delivered).toEqual([])
  })

  test('a password that was encrypted with another installation’s secret has to be entered again', async () => {
    await settings().connect(form(), admin)
    const elsewhere = { ...options, db, hmacSecret: 'another' }

    expect(await settings(elsewhere).read()).toMatchObject({ source: 'stored', isReadable: false })
    expect(await createMailConnection(elsewhere).isConnected()).toBe(false)
  })

  test('a running worker uses a server as soon as it is connected, replaced or removed', async () => {
    const connection = createMailConnection({ ...options, db })
    const worker = createMailWorker({ db, siteUrl: SITE_URL, mailer: connection, isConnected: connection.isConnected })
    const queue = (recipient: string) => queueMail(db, { template: 'enquiry', recipient, data: {} })
    const another = await startSmtp({})
    try {
      await queue('one@example.com')
      await worker.drain()
      await settings().connect(form(), admin)
      await worker.drain()
      expect(smtp.delivered.map(({ to }) => to)).toEqual(['boss@example.com', 'one@example.com'])

      await settings().connect(form({ port: another.port }), admin)
      await queue('two@example.com')
      await worker.drain()
      expect(another.delivered.map(({ to }) => to)).toEqual(['boss@example.com', 'two@example.com'])

      await settings().disconnect(admin)
      await queue('three@example.com')
      await worker.drain()
      expect(await settings().read()).toEqual({ source: 'none' })
      expect([...smtp.delivered, ...another.delivered]).not.toContainEqual(
        expect.objectContaining({ to: 'three@example.com' }),
      )
    } finally {
      await worker.stop()
      await another.close()
    }
  })

  test('the environment’s mail server takes precedence, and its user name and password are not returned', async () => {
    const fixed = { smtpUrl: 'smtp://dealer:hunter2@mail.example:587', from: null }

    expect(await settings({ smtp: fixed }).read()).toEqual({ source: 'environment', host: 'mail.example' })
    expect(await createMailConnection({ ...options, db, smtp: fixed }).host()).toBe('mail.example')
  })
})
