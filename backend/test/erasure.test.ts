// After a person is erased, nothing that the site keeps mentions them: no table, no queued email, no file and no line of
// the log. supabase/tests/people.test.ts tests the tables on their own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '../src/db/open.ts'
import { bundleBesidePackages } from './bundle-child.ts'
import {
  addressOf,
  createPostgresDatabase,
  fillEmbedded,
  migrationsDirectory,
  serviceEngines,
  testDirectory,
} from './engines.ts'
import { startMailServer } from './mail-server.ts'

const ADMIN = { email: 'ann@dealer.example', password: 'a-kettle-by-the-river' }
const EMAIL = 'zebedee@quill.example'
const OTHER_EMAIL = 'z.work@quill.example'
const PHONE = '07700 900777'
const TRACE = /zebedee|quill|7700 ?900777/i

test.each(serviceEngines)(
  'erasing a person leaves no trace in tables, emails, files and logs on $name',
  async ({ name }) => {
    const dataDir = mkdtempSync(join(testDirectory(), 'erasure-'))
    const databaseUrl = name === 'postgres' ? (await createPostgresDatabase()).url : undefined
    if (!databaseUrl) await fillEmbedded(join(dataDir, 'database'))
    const mail = await startMailServer()
    mail.unknown.add(OTHER_EMAIL)
    const { PATH, HOME, TMPDIR, NODE_OPTIONS } = process.env
    const child = spawn(process.execPath, [await bundleBesidePackages('run-site')], {
      env: {
        PATH,
        HOME,
        TMPDIR,
        NODE_OPTIONS,
        NODE_ENV: 'production',
        MIGRATIONS_DIR: migrationsDirectory,
        DATA_DIR: dataDir,
        ...(databaseUrl && { DATABASE_URL: addressOf(databaseUrl) }),
        PORT: '0',
        HOST: '127.0.0.1',
        LOG_LEVEL: 'trace',
        DEMO_STOCK: 'off',
        CAPTCHA: 'off',
        SMTP_URL: mail.url,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
      },
    })
    let log = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (log += text))
    await vi.waitFor(() => expect(log).toMatch(/Site\s+http:\/\/localhost:\d+/), { timeout: 180_000 })
    const url = /Site\s+(http:\/\/localhost:\d+)/.exec(log)?.[1]
    const { publishableKey, secretKey } = JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8'))

    const callAs =
      (apikey: string, token = apikey) =>
      async <T>(method: string, path: string, body?: unknown): Promise<T> => {
        const response = await fetch(`${url}${path}`, {
          method,
          headers: {
            apikey,
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            prefer: 'return=representation',
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        const text = await response.text()
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
        return JSON.parse(text || 'null')
      }
    const visitor = callAs(publishableKey)
    const service = callAs(secretKey)
    const signIn = async (account: { email: string; password: string }) => {
      const { access_token } = await visitor<{ access_token: string }>(
        'POST',
        '/auth/v1/token?grant_type=password',
        account,
      )
      return callAs(publishableKey, access_token)
    }

    // What a customer leaves behind.
    await service('POST', '/auth/v1/admin/users', {
      email: EMAIL,
      password: ADMIN.password,
      email_confirm: true,
      user_metadata: { first_name: 'Zebedee', last_name: 'Quill', phone: PHONE },
    })
    const [{ id: vehicle_id }] = await service<[{ id: string }]>('POST', '/rest/v1/vehicles', {
      title: 'Rover P6',
      make: 'Rover',
      model: 'P6',
      year: 1972,
      price: 12500,
      mileage: 1,
      fuel_type: 'Petrol',
      transmission: 'Manual',
    })
    await expect(signIn({ email: EMAIL, password: 'wrong' })).rejects.toThrow('invalid')
    const customer = await signIn({ email: EMAIL, password: ADMIN.password })
    await visitor('POST', '/auth/v1/recover', { email: EMAIL })
    const lead = { name: 'Zebedee Quill', phone: PHONE, vehicle_id, message: 'Zebedee here' }
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    await customer('POST', '/rest/v1/enquiries', { ...lead, email: EMAIL })
    await customer('POST', '/rest/v1/test_drives', { ...lead, email: EMAIL, preferred_date: `${day}T10:00:00` })
    await customer('POST', '/rest/v1/rpc/sync_saved_vehicles', { _added: [vehicle_id], _removed: [] })
    await customer('POST', '/rest/v1/rpc/ask_for_my_alert', { _about: { vehicle_id } })
    await visitor('POST', '/functions/v1/send-email', {
      type: 'contact',
      to: OTHER_EMAIL,
      data: { name: 'Zebedee Quill', phone: PHONE, message: 'Zebedee here' },
    })
    await expect(visitor('GET', `/rest/v1/no_such_table?email=eq.${EMAIL}`)).rejects.toThrow('404')

    // And what staff do with it.
    const admin = await signIn(ADMIN)
    const [person] = await admin<{ id: string }[]>('GET', `/rest/v1/people?email=eq.${EMAIL}`)
    const found = await admin<{ kind: string; lead_id: string }[]>('POST', '/rest/v1/rpc/search_inbox', {
      _words: ['zebedee'],
    })
    expect(found).toHaveLength(3)
    await admin('POST', '/rest/v1/desk_leads', {
      came_by: 'telephone',
      name: 'Mr Quill',
      phone: PHONE,
      message: 'Zebedee rang',
    })
    for (const { kind, lead_id } of found) {
      await admin('POST', '/rest/v1/lead_events', {
        kind,
        lead_id,
        event: 'note',
        body: 'Zebedee prefers mornings',
      })
      await admin('PATCH', `/rest/v1/lead_desk?lead_id=eq.${lead_id}`, { next_step: 'Ring Zebedee', due_on: day })
      const reply = {
        _id: crypto.randomUUID(),
        _kind: kind,
        _lead_id: lead_id,
        _subject: 'Dear Mr Quill',
        _body: 'It is here',
      }
      await admin('POST', '/rest/v1/rpc/send_reply', reply)
    }
    await admin('PATCH', `/rest/v1/people?id=eq.${person?.id}`, {
      address: '1 Quill Lane',
      notes: 'Zebedee collects Rovers',
    })
    await admin('POST', '/rest/v1/rpc/reserve_vehicle', {
      _vehicle_id: vehicle_id,
      _until: day,
      _note: 'Zebedee paid a deposit',
      _person_id: person?.id,
    })
    await admin('POST', '/rest/v1/rpc/export_person', { _person_id: person?.id })
    await vi.waitFor(
      () => {
        expect(mail.to(EMAIL).map(({ subject }) => subject)).toContain('Dear Mr Quill')
        expect(log).toContain('rejected')
      },
      { timeout: 60_000 },
    )

    await admin('POST', '/rest/v1/rpc/erase_person', { _person_id: person?.id })
    await expect(customer('GET', '/rest/v1/enquiries')).rejects.toThrow('401')
    child.kill('SIGTERM')
    await once(child, 'exit')
    await mail.close()

    const db = await openDatabase({ dataDir, databaseUrl })
    const { rows: tables } = await db.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'auth', 'storage', 'forecourt')`,
    )
    const left: string[] = []
    for (const { name: table } of tables) {
      const { rows } = await db.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t`)
      left.push(...rows.filter(({ row }) => TRACE.test(row)).map(({ row }) => `${table}: ${row}`))
    }
    await db.close()
    left.push(...filesIn(dataDir).filter((file) => TRACE.test(file) || TRACE.test(readFileSync(file, 'latin1'))))
    left.push(...log.split('\n').filter((line) => TRACE.test(line)))

    expect(left).toEqual([])
    expect(log).toContain('/rest/v1/people')
  },
  300_000,
)

/** Every file except those of the database itself, whose tables have been searched. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^database(\/|$)/.test(name))
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
