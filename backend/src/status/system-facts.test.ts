import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { engines, testDirectory } from '../../test/engines.ts'
import { parseConfig } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { createSystemFacts } from './system-facts.ts'

describe.each(engines)('the system facts on $name', ({ name, open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await db.query(
      `insert into storage.objects (bucket_id, name, metadata) values
         ('vehicle-images', 'a.jpg', '{"size": 1000}'), ('vehicle-images', 'b.jpg', '{"size": 500}'),
         ('vehicle-images', 'c.jpg', '{"size": "nonsense"}')`,
    )
  })
  afterAll(() => db.close())

  test('the system facts contain no passwords or tokens', async () => {
    const config = parseConfig({
      DATA_DIR: testDirectory(),
      SMTP_URL: 'smtp://dealer:hunter2@mail.example:587',
      WORKERS: '1',
      DATABASE_URL: 'postgres://owner:hunter2@db/x',
      METRICS_TOKEN: 'hunter2-hunter2-hunter2',
    })

    const facts = await createSystemFacts({
      config,
      db,
      replica: null,
      mailHost: async () => 'mail.example',
      backupMonths: 6,
    })()

    expect(facts).toMatchObject({
      database: { engine: name === 'pglite' ? 'embedded' : 'postgres', version: /^\d+\.\d+$/, replica: null },
      mailHost: 'mail.example',
      pictures: { place: 'folder', count: 2, bytes: 1500 },
      product: { node: process.versions.node, processes: 1 },
    })
    expect(facts.database.bytes).toBeGreaterThan(1_000_000)
    expect(facts.disk.totalBytes).toBeGreaterThan(facts.disk.freeBytes)
    expect(JSON.stringify(facts)).not.toMatch(/hunter2|dealer:/)
  })

  test('the system facts are read again each time, except for the number of pictures, which is cached', async () => {
    const queries: string[] = []
    const counting: Database = {
      ...db,
      query: (text, values) => {
        queries.push(text)
        return db.query(text, values)
      },
    }
    let now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now)
    try {
      const read = createSystemFacts({
        config: parseConfig({ DATA_DIR: testDirectory() }),
        db: counting,
        replica: null,
        mailHost: async () => null,
        backupMonths: 6,
      })
      for (let times = 0; times < 5; times++) {
        await read()
        now += 11_000
      }
      const counts = () => queries.filter((text) => text.includes('storage.objects')).length
      expect([counts(), queries.length]).toEqual([1, 6])
      now += 60_000
      await read()
      expect(counts()).toBe(2)
    } finally {
      vi.restoreAllMocks()
    }
  })
})
