// Two machines that share only a PostgreSQL server and the pictures (a folder stands in for S3): a change made on one
// takes effect on the other. The second reaches the database through PgBouncer, if it is installed.
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AUTH_RATES } from '../src/auth/limits.ts'
import type { Database } from '../src/db/database.ts'
import { openPostgres } from '../src/db/postgres.ts'
import { type Keys, loadKeys } from '../src/keys/keys.ts'
import { rotateSealedSigningKey } from '../src/keys/rotate-keys.ts'
import { jpegOf } from '../wire/pictures.ts'
import { bundleBesidePackages } from './bundle-child.ts'
import {
  addressOf,
  administer,
  connectionString,
  engines,
  postgresSocket,
  testDirectory,
  throughPooler,
} from './engines.ts'
import { type Machine, proveHuman, startMachine } from './machine.ts'
import { startMailServer, type TestMailServer } from './mail-server.ts'
import { hasPooler } from './pgbouncer.ts'

const KEYS_SECRET = 'what both machines know and the database does not'

describe.runIf(engines.some(({ name }) => name === 'postgres'))('two machines', () => {
  let mailServer: TestMailServer
  let db: Database
  let a: Machine
  let b: Machine
  let keys: Keys

  beforeAll(async () => {
    const socket = await postgresSocket()
    const database = `machines_${randomUUID().replaceAll('-', '')}`
    await administer(socket, `create database ${database}`)
    const url = connectionString(socket, database)
    const program = await bundleBesidePackages('run-site')
    mailServer = await startMailServer()
    const pictures = mkdtempSync(join(testDirectory(), 'shared-pictures-'))
    const env = { DATABASE_URL: addressOf(url), KEYS_SECRET, SMTP_URL: mailServer.url }
    const pooled = hasPooler
      ? { DATABASE_URL: (await throughPooler(url)).connectionString, DATABASE_DIRECT_URL: addressOf(url) }
      : {}
    // Both start at the same time on an empty database.
    ;[a, b] = await Promise.all([
      startMachine({ program, pictures, env }),
      startMachine({ program, pictures, env: { ...env, ...pooled } }),
    ])
    db = await openPostgres({ connectionString: url, maxConnections: 2 })
    const config = { dataDir: testDirectory(), publishableKey: null, secretKey: null, keysSecret: KEYS_SECRET }
    keys = await loadKeys(config, db)
  }, 300_000)

  afterAll(async () => {
    await Promise.all([a?.stop(), b?.stop()])
    await db?.close()
    await mailServer.close()
  })

  const request = (machine: Machine, path: string, init: RequestInit = {}) =>
    fetch(`${machine.url}${path}`, { ...init, headers: { apikey: keys.publishableKey, ...init.headers } })
  const post = (machine: Machine, path: string, body: object, headers: Record<string, string> = {}) =>
    request(machine, path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  const printedPassword = () =>
    [a, b].flatMap((machine) => /Password\s+(\S+)/.exec(machine.output())?.[1] ?? []) as string[]

  async function openSession(machine: Machine) {
    const captcha_token = await proveHuman(machine, 'login')
    const account = { email: 'admin@example.com', password: printedPassword()[0] }
    const body = { ...account, gotrue_meta_security: { captcha_token } }
    const response = await post(machine, '/auth/v1/token?grant_type=password', body)
    expect(response.status).toBe(200)
    return (await response.json()) as { access_token: string; refresh_token: string }
  }

  let opened: ReturnType<typeof openSession> | undefined
  /** The printed password does not open the back office, so the admin sets another one. */
  const adminSession = () => {
    opened ??= openSession(a).then(async (session) => {
      const headers = { ...bearer(session.access_token), 'content-type': 'application/json' }
      const body = JSON.stringify({ password: 'quiet-otter-barn-41' })
      const changed = await request(a, '/auth/v1/user', { method: 'PUT', headers, body })
      expect(changed.status).toBe(200)
      return session
    })
    return opened
  }

  test('two machines that start at once on an empty database migrate it only once and create only one admin', async () => {
    const { rows: admins } = await db.query('select from public.user_roles')
    const { rows: done } = await db.query('select name from forecourt.migrations')

    expect(admins).toHaveLength(1)
    expect(printedPassword()).toHaveLength(1)
    expect(done.length).toBeGreaterThan(1)
  })

  test('two machines share sessions, and a session that ends on one machine also ends on the other', async () => {
    const session = await openSession(a)
    const there = await request(b, '/auth/v1/user', { headers: bearer(session.access_token) })
    expect(there.status).toBe(200)

    const left = await request(a, '/auth/v1/logout', { method: 'POST', headers: bearer(session.access_token) })
    expect(left.status).toBe(204)

    const user = await request(b, '/auth/v1/user', { headers: bearer(session.access_token) })
    expect(user.status).toBe(403)
    const refreshed = await post(b, '/auth/v1/token?grant_type=refresh_token', { refresh_token: session.refresh_token })
    expect(refreshed.status).toBe(400)
  })

  test('each machine drops its cached responses when the other machine writes', async () => {
    const path = '/rest/v1/config?select=value&key=eq.COMPANY_PHONE'
    const read = async () => (await request(b, path)).text()
    await read()
    const cached = await request(b, path)
    expect(cached.headers.get('etag')).toBeTruthy()
    const { access_token } = await adminSession()

    const written = await request(a, '/rest/v1/config?key=eq.COMPANY_PHONE', {
      method: 'PATCH',
      headers: { ...bearer(access_token), 'content-type': 'application/json' },
      body: JSON.stringify({ value: '01733 555 123' }),
    })

    expect(written.status).toBe(204)
    await expect.poll(read, { interval: 10 }).toBe('[{"value":"01733 555 123"}]')
  })

  test('two machines share the count of failed attempts', async () => {
    const statuses: number[] = []
    for (let i = 0; i <= AUTH_RATES.adminAddress.points; i++) {
      const headers = { 'x-forwarded-for': '198.51.100.7', ...bearer(`sb_secret_guess_${i}`) }
      statuses.push((await request(i % 2 ? a : b, '/auth/v1/admin/users', { headers })).status)
    }

    expect(statuses.slice(0, -1)).not.toContain(429)
    expect(statuses.at(-1)).toBe(429)
  })

  test('a proof of work is accepted only once, on either of two machines', async () => {
    const captcha_token = await proveHuman(a, 'reset')
    const recover = (machine: Machine) => {
      const body = { email: 'unknown@example.com', gotrue_meta_security: { captcha_token } }
      return post(machine, '/auth/v1/recover', body, { 'x-forwarded-for': '198.51.100.8' })
    }

    expect((await recover(b)).status).toBe(200)
    const again = await recover(a)
    expect(again.status).toBe(400)
    expect(await again.json()).toMatchObject({ error_code: 'captcha_failed' })
  })

  test('each machine shows pictures that were uploaded to the other machine', async () => {
    const { access_token } = await adminSession()
    const path = `vehicle-images/${randomUUID()}.jpg`
    const headers = { ...bearer(access_token), 'content-type': 'image/jpeg' }
    const body = await jpegOf(800, 600)
    const sent = await request(b, `/storage/v1/object/${path}`, { method: 'POST', headers, body })
    expect(sent.status).toBe(200)

    const shown = await request(a, `/storage/v1/object/public/${path}`)

    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toMatch(/^image\//)
  })

  test('two machines run each job only once', async () => {
    const recipients = Array.from({ length: 40 }, (_, i) => `buyer-${i}@example.com`)
    await db.query(
      `insert into public.email_outbox (template, recipient, data)
       select 'password-reset', r, '{"url": "https://cars.example/x"}' from unnest($1::text[]) r`,
      [recipients],
    )

    const arrived = () => recipients.map((recipient) => mailServer.to(recipient).length)
    await expect.poll(() => arrived().filter((count) => count > 0).length).toBe(recipients.length)
    // The mail server receives an email shortly before the sending machine marks it as sent.
    await expect
      .poll(async () => (await db.query(`select from public.email_outbox where status <> 'sent'`)).rows)
      .toEqual([])
    expect(new Set(arrived())).toEqual(new Set([1]))
  })

  test('two machines have the same keys, which REST does not expose, and start using a new signing key at once', async () => {
    const kids = async (machine: Machine) => {
      const { keys } = (await (await request(machine, '/auth/v1/.well-known/jwks.json')).json()) as {
        keys: { kid: string }[]
      }
      return keys.map(({ kid }) => kid)
    }
    expect(await kids(a)).toEqual(await kids(b))
    for (const profile of ['public', 'forecourt']) {
      const headers = { apikey: keys.secretKey, 'accept-profile': profile }
      const response = await request(a, '/rest/v1/sealed_keys', { headers })
      expect([404, 406]).toContain(response.status)
    }
    const { access_token } = await adminSession()

    const kid = await rotateSealedSigningKey(db, KEYS_SECRET)

    for (const machine of [a, b]) {
      await expect.poll(async () => (await kids(machine))[0]).toBe(kid)
      const user = await request(machine, '/auth/v1/user', { headers: bearer(access_token) })
      expect(user.status).toBe(200)
    }
    for (const secret of [keys.secretKey, keys.hmacSecret, KEYS_SECRET, access_token]) {
      expect(a.output() + b.output()).not.toContain(secret)
    }
  })

  test('when one of two machines is killed, the other still responds', async () => {
    a.kill()

    expect((await request(b, '/readyz')).status).toBe(200)
    expect((await request(b, '/rest/v1/config?select=key&limit=1')).status).toBe(200)
  })
})
