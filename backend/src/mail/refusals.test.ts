// A mail server rejects emails at each stage of the conversation. These tests check which rejections are final and how
// they are explained.

import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SITE_URL } from '../../test/auth-harness.ts'
import { serviceEngines } from '../../test/engines.ts'
import type { Database } from '../db/database.ts'
import { queueMail } from './queue-mail.ts'
import { createMailer } from './smtp.ts'
import { createMailWorker, type MailWorker } from './worker.ts'

type Stage = 'sign-in' | 'sender' | 'recipient' | 'message'

interface Refusal {
  stage: Stage
  code: number
  words: string
}

/** Accepts every stage except the one in `refusal`, counts sign-ins and records recipients. */
async function startRefusingServer() {
  const state = { refusal: null as Refusal | null, delivered: [] as string[], signIns: 0, url: '' }
  const answer = (stage: Stage): Error | null => {
    const { refusal } = state
    if (refusal?.stage !== stage) return null
    return Object.assign(new Error(refusal.words), { responseCode: refusal.code })
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth(_auth, _session, done) {
      state.signIns += 1
      const error = answer('sign-in')
      if (error) done(error)
      else done(null, { user: 'dealer' })
    },
    onMailFrom: (_address, _session, done) => done(answer('sender')),
    onRcptTo: (_address, _session, done) => done(answer('recipient')),
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        const error = answer('message')
        if (error) return done(error)
        state.delivered.push(...session.envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()))
  const { port } = server.server.address() as AddressInfo
  state.url = `smtp://dealer:secret@127.0.0.1:${port}`
  const close = () => new Promise<void>((closed) => server.close(() => closed()))
  return Object.assign(state, { close })
}

/** Speaks just enough SMTP to reject DATA, which `smtp-server` always allows. */
async function startServerThatRefusesData() {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 ready\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write(line === 'DATA' ? '554 5.5.1 no valid recipients\r\n' : '250 ok\r\n')
      }
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, close: () => new Promise((closed) => server.close(closed)) }
}

const NOT_FINAL: (Refusal & { told: string })[] = [
  { stage: 'sign-in', code: 535, words: '5.7.8 bad credentials', told: 'rejected the username and password' },
  { stage: 'sign-in', code: 454, words: '4.7.0 try again later', told: 'rejected the username and password' },
  { stage: 'sender', code: 550, words: '5.7.1 sender not verified', told: 'rejected the sender' },
  { stage: 'sender', code: 451, words: '4.3.0 queue is full', told: 'rejected the sender' },
  { stage: 'recipient', code: 450, words: '4.2.0 greylisted', told: 'rejected this address' },
  { stage: 'recipient', code: 554, words: '5.7.1 relay access denied', told: 'rejected this address' },
  { stage: 'recipient', code: 550, words: '5.1.8 sender domain not found', told: 'rejected this address' },
  { stage: 'message', code: 552, words: '5.3.4 disk is full', told: 'rejected the message' },
  { stage: 'message', code: 451, words: '4.3.0 filter is down', told: 'rejected the message' },
  { stage: 'message', code: 554, words: '5.6.0 looks like spam', told: 'rejected the message' },
]

describe.each(serviceEngines)('a mail server that rejects emails, on $name', ({ open }) => {
  let db: Database
  let server: Awaited<ReturnType<typeof startRefusingServer>>
  let worker: MailWorker

  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    await db.query('delete from public.email_outbox')
    server = await startRefusingServer()
    worker = createMailWorker({ db, siteUrl: SITE_URL, mailer: createMailer({ smtpUrl: server.url, from: null }) })
  })
  afterEach(async () => {
    await worker.stop()
    await server.close()
  })

  const queue = (recipient = 'ada@example.com') =>
    queueMail(db, { template: 'enquiry', recipient, data: { name: 'Ada', message: 'Hello', vehicleTitle: 'DB11' } })
  const outbox = async () =>
    (
      await db.query<{ status: string; attempts: number; last_error: string | null }>(
        'select status, attempts, last_error from public.email_outbox order by created_at',
      )
    ).rows
  const makeDue = () => db.query('update public.email_outbox set next_attempt_at = now()')

  test.each(NOT_FINAL)(
    'an email rejected at the $stage with $code $words is kept with the reason, retried and sent once the fault is fixed',
    async (refusal) => {
      server.refusal = refusal
      await queue()

      await worker.drain()
      const [waiting] = await outbox()
      expect(waiting).toMatchObject({ status: 'pending', attempts: 1 })
      expect(waiting?.last_error).toContain(refusal.told)
      expect(waiting?.last_error).toContain(refusal.words)
      expect(waiting?.last_error).not.toContain('secret')
      server.refusal = null
      await makeDue()
      await worker.drain()

      expect(await outbox()).toEqual([{ status: 'sent', attempts: 2, last_error: null }])
      expect(server.delivered).toEqual(['ada@example.com'])
    },
  )

  test.each([
    { code: 550, words: '5.1.1 no such user' },
    { code: 550, words: 'No such user here' },
    { code: 553, words: 'mailbox name not allowed' },
    { code: 552, words: '5.2.2 mailbox full' },
  ])(
    'an email whose recipient is rejected with $code $words is not retried, and the reason is recorded',
    async ({ code, words }) => {
      server.refusal = { stage: 'recipient', code, words }
      await queue()

      await worker.drain()

      expect(await outbox()).toMatchObject([{ status: 'failed', attempts: 1 }])
      expect((await outbox())[0]?.last_error).toContain(words)
    },
  )

  test('an email rejected with 554 at the DATA command is retried', async () => {
    const refusesData = await startServerThatRefusesData()
    const mailer = createMailer({ smtpUrl: refusesData.url, from: null })
    const other = createMailWorker({ db, siteUrl: SITE_URL, mailer })
    await queue()

    await other.drain()
    await other.stop()
    await refusesData.close()

    expect(await outbox()).toMatchObject([{ status: 'pending', attempts: 1 }])
    expect((await outbox())[0]?.last_error).toContain('rejected the message: 554 5.5.1 no valid recipients')
  })

  test('a wrong password pauses the whole queue instead of being tried for every email', async () => {
    server.refusal = { stage: 'sign-in', code: 535, words: '5.7.8 bad credentials' }
    for (let i = 0; i < 30; i += 1) await queue(`customer-${i}@example.com`)

    await worker.drain()

    const tried = (await outbox()).filter(({ attempts }) => attempts > 0)
    expect(tried.length).toBeLessThan(30)
    server.refusal = null
    await makeDue()
    await worker.drain()
    expect(new Set(server.delivered).size).toBe(30)
  })

  test('a link quoted by the mail server is removed from the explanation', async () => {
    server.refusal = { stage: 'message', code: 554, words: 'blocked: https://cars.example/auth/v1/verify?token=abc' }
    await queue()

    await worker.drain()

    expect((await outbox())[0]?.last_error).toContain('blocked: (link)')
    expect((await outbox())[0]?.last_error).not.toContain('abc')
  })

  test('an email that has been rejected for five days is abandoned', async () => {
    server.refusal = { stage: 'sender', code: 550, words: 'not you' }
    await queue()
    await db.query(`update public.email_outbox set queued_at = now() - interval '6 days'`)

    await worker.drain()

    expect(await outbox()).toMatchObject([{ status: 'failed' }])
  })
})
