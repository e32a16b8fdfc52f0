// A request that crashes the embedded engine. No public call can do this, so the test adds a function that can.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { parseConfig } from '../src/config/config.ts'
import { openEmbedded } from '../src/db/embedded.ts'
import { createLogger } from '../src/http/observability/log.ts'
import { makeKeys } from '../src/keys/keys.ts'
import { createBackend } from '../src/services.ts'
import { fillEmbedded, testDirectory } from './engines.ts'

test('a request that crashes the engine fails and records an incident, and the next request succeeds', async () => {
  const dataDir = await fillEmbedded(join(testDirectory(), randomUUID()))
  const db = await openEmbedded({ dataDir, maxWaitMs: 60_000 })
  await db.exec(`create function public.trap() returns jsonb language sql stable
    as 'select (repeat(chr(91), 100000) || repeat(chr(93), 100000))::jsonb'`)
  const config = parseConfig({ CAPTCHA: 'off', LOG_LEVEL: 'silent', DATA_DIR: testDirectory() })
  const log = createLogger('silent')
  const keys = await makeKeys()
  const backend = createBackend({ config, db, log, keys })
  const app = createApp({ config, log, backend, site: null })
  const request = (path: string) =>
    app.request(
      `/rest/v1${path}`,
      { headers: { apikey: keys.publishableKey } },
      { incoming: { socket: { remoteAddress: '203.0.113.1' } } },
    )

  expect((await request('/rpc/trap')).status).toBe(503)

  expect((await request('/vehicles?select=id')).status).toBe(200)
  await backend.incidents.settle()
  const { rows } = await db.query('select kind, count from public.incidents')
  expect(rows).toEqual([{ kind: 'engine-crashed', count: 1 }])
  await db.close()
}, 120_000)
