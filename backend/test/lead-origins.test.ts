// Tests which details are stored about the senders of leads.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { parseConfig } from '../src/config/config.ts'
import type { Database } from '../src/db/database.ts'
import { createLogger } from '../src/http/observability/log.ts'
import { makeKeys } from '../src/keys/keys.ts'
import { createBackend } from '../src/services.ts'
import { serviceEngines } from './engines.ts'

describe.each(serviceEngines)('the origin of leads on $name', ({ open }) => {
  let db: Database

  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())

  test('the sender’s network is stored without its IP address', async () => {
    const config = parseConfig({ CAPTCHA: 'off', LOG_LEVEL: 'silent' })
    const log = createLogger('silent')
    const keys = await makeKeys()
    const app = createApp({ config, log, backend: createBackend({ config, db, log, keys }), site: null })
    const { rows: vehicles } = await db.query<{ id: string }>(
      `insert into public.vehicles (title, make, model, year, price, mileage, fuel_type, transmission)
       values ('Mini', 'Mini', 'Cooper', 2020, 9995, 100, 'Petrol', 'Manual') returning id`,
    )
    const enquiry = { name: 'Ann', email: 'ann@example.com', phone: '1', message: 'Hi', vehicle_id: vehicles[0]?.id }

    const response = await app.request(
      '/rest/v1/enquiries',
      {
        method: 'POST',
        headers: { apikey: keys.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify(enquiry),
      },
      { incoming: { socket: { remoteAddress: '203.0.113.1' } } },
    )

    expect(response.status).toBe(201)
    const { rows } = await db.query<{ network: string }>('select network from forecourt.lead_origins')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.network).not.toContain('203.0.113')
  })
})
