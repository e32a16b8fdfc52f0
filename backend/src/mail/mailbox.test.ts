import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serviceEngines } from '../../test/engines.ts'
import type { Database } from '../db/database.ts'
import { createMailbox, isMailboxAllowed } from './mailbox.ts'
import { queueMail } from './queue-mail.ts'

test('a site that other machines can reach has no mailbox', () => {
  expect(isMailboxAllowed({ host: '127.0.0.1', hasPublicAddress: false })).toBe(true)
  expect(isMailboxAllowed({ host: '127.0.0.1', hasPublicAddress: true })).toBe(false)
  expect(isMailboxAllowed({ host: '0.0.0.0', hasPublicAddress: false })).toBe(false)
  expect(isMailboxAllowed({ host: '192.168.1.5', hasPublicAddress: false })).toBe(false)
})

describe.each(serviceEngines.slice(0, 1))('the mailbox on $name', ({ open }) => {
  let db: Database
  let app: Hono
  const get = async (path: string, host = 'localhost:3000') =>
    app.request(`http://${host}${path}`, { headers: { host } })

  beforeAll(async () => {
    db = await open()
    app = new Hono().route('/dev/mailbox', createMailbox({ db, siteUrl: 'http://localhost:3000', token: 'secret' }))
    await queueMail(db, {
      template: 'confirm-account',
      recipient: 'ada@example.com',
      data: { name: '<b>Ada</b>', confirmUrl: 'http://localhost:3000/auth/v1/verify?token=abc&type=signup' },
    })
  })
  afterAll(() => db.close())

  test('the mailbox lists the emails, and an opened email shows its link', async () => {
    const list = await (await get('/dev/mailbox/secret/')).text()
    const id = /href="\.\/([0-9a-f-]{36})"/.exec(list)?.[1]
    const mail = await (await get(`/dev/mailbox/secret/${id}`)).text()
    const asHtml = await get(`/dev/mailbox/secret/${id}/html`)

    expect(list).toContain('Confirm your account')
    expect(mail).toContain('href="http://localhost:3000/auth/v1/verify?token=abc&amp;type=signup"')
    expect(mail).not.toContain('<b>Ada</b>')
    expect(await asHtml.text()).toContain('Confirm account')
  })

  test('the mailbox shows the code in a text message if there was no provider to send it', async () => {
    await queueMail(db, { template: 'text-message', recipient: '+447000900123', data: { code: '314159' } })
    const { rows } = await db.query<{ id: string }>(
      `select id from public.email_outbox where template = 'text-message'`,
    )

    const text = await (await get(`/dev/mailbox/secret/${rows[0]?.id}`)).text()

    expect(text).toContain('+447000900123')
    expect(text).toContain('314159')
  })

  test.each([
    ['a wrong token', '/dev/mailbox/guess/', 'localhost:3000'],
    ['no token', '/dev/mailbox/', 'localhost:3000'],
    ['another host name that resolves to this machine', '/dev/mailbox/secret/', 'rebound.example:3000'],
    ['an unknown email', '/dev/mailbox/secret/00000000-0000-0000-0000-000000000000', 'localhost:3000'],
    ['a path outside the mailbox', '/dev/mailbox/secret/../../etc', 'localhost:3000'],
  ])('a request with %s gets a 404', async (_, path, host) => {
    expect((await get(path, host)).status).toBe(404)
  })
})
