// The forms that anyone may send, through the whole backend: who is counted by what.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp, createBackend } from '../src/app.ts'
import { parseConfig } from '../src/config.ts'
import type { Database } from '../src/db/database.ts'
import { createLogger } from '../src/http/log.ts'
import { makeKeys } from '../src/keys.ts'
import { engines } from '../test/engines.ts'

describe.each(engines)('leads on $name', ({ open }) => {
  let db: Database
  let app: ReturnType<typeof createApp>
  let key: string
  let vehicleId: string

  beforeAll(async () => {
    db = await open()
    const config = parseConfig({ CAPTCHA: 'off', LOG_LEVEL: 'silent' })
    const log = createLogger('silent')
    const keys = await makeKeys()
    key = keys.publishableKey
    const backend = createBackend({ config, db, log, keys })
    app = createApp({ config, log, backend, site: null })
    const { rows } = await db.query<{ id: string }>(
      `insert into public.vehicles (title, make, model, year, price, mileage, fuel_type, transmission)
       values ('Mini', 'Mini', 'Cooper', 2020, 9995, 100, 'Petrol', 'Manual') returning id`,
    )
    vehicleId = rows[0]?.id ?? ''
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    await db.exec(
      'truncate public.enquiries, public.test_drives, public.contact_messages, public.function_limits, forecourt.lead_origins',
    )
  })

  const post = (path: string, address: string, body: unknown) =>
    app.request(
      path,
      { method: 'POST', headers: { apikey: key, 'content-type': 'application/json' }, body: JSON.stringify(body) },
      { incoming: { socket: { remoteAddress: address } } },
    )
  const person = { name: 'Ann', email: 'ann@example.com', phone: '1' }
  const enquire = (address: string, changes: Record<string, unknown> = {}) =>
    post('/rest/v1/enquiries', address, { ...person, message: 'Hi', vehicle_id: vehicleId, ...changes })
  const write = (address: string, n = 0) =>
    post('/functions/v1/send-email', address, {
      type: 'contact',
      to: person.email,
      data: { name: person.name, message: `Hello ${n}`, recaptchaToken: 't' },
    })

  test('a stranger who sends twenty enquiries in my name does not have me refused', async () => {
    for (let i = 0; i < 20; i++) expect((await enquire('203.0.113.1')).status).toBe(201)

    const stranger = await enquire('203.0.113.1')
    expect(stranger.status).toBe(400)
    expect(await stranger.json()).toMatchObject({ code: 'P0001' })
    expect((await enquire('203.0.113.2')).status).toBe(201)
  })

  test('a stranger with a whole IPv6 network is one stranger', async () => {
    for (let i = 1; i <= 20; i++) await enquire(`2001:db8:1:2::${i}`)

    expect((await enquire('2001:db8:1:2:ffff::1')).status).toBe(400)
    expect((await enquire('2001:db8:1:3::1')).status).toBe(201)
  })

  test('a network sends sixty leads an hour, under whatever names', async () => {
    for (let i = 0; i < 60; i++) await enquire('203.0.113.1', { email: `name${i}@example.com` })

    expect((await enquire('203.0.113.1', { email: 'another@example.com' })).status).toBe(429)
  })

  test('messages of strangers leave room for mine, and none is lost', async () => {
    for (let i = 0; i < 12; i++) await write('203.0.113.1', i)
    for (let i = 12; i < 22; i++) await write(`198.51.100.${i}`, i)

    expect((await write('203.0.113.2', 100)).status).toBe(200)
    const { rows } = await db.query('select count(*) as kept from public.contact_messages')
    // Ten an hour of the first network, ten of the others, and mine.
    expect(rows).toEqual([{ kept: 21 }])
  })

  test('nobody learns a network by its address', async () => {
    await enquire('203.0.113.1')

    const { rows } = await db.query('select network from forecourt.lead_origins')
    expect(JSON.stringify(rows)).not.toContain('203.0.113')
  })
})
