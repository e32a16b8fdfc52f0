import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serviceEngines } from '../../test/engines.ts'
import { type Database, DatabaseUnavailable } from '../db/database.ts'
import { createIncidents } from './incidents.ts'

const log = pino({ level: 'silent' })

describe.each(serviceEngines)('incidents on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())
  const rows = async () => (await db.query('select kind, detail, count from public.incidents order by kind')).rows

  test('repeated reports of an incident are counted in one row, which is removed when the incident is over', async () => {
    const incidents = createIncidents(db, log)

    incidents.report('disk-full', 'first')
    await incidents.settle()
    incidents.report('disk-full', 'x'.repeat(600))
    await incidents.settle()

    expect(await rows()).toEqual([{ kind: 'disk-full', detail: 'x'.repeat(500), count: 2 }])
    incidents.clear('disk-full')
    await incidents.settle()
    expect(await rows()).toEqual([])
  })

  test('clearing an incident does not clear incidents of the same kind with different details', async () => {
    const incidents = createIncidents(db, log)

    incidents.report('round-failed', 'backup')
    incidents.clear('round-failed', 'pictures')
    await incidents.settle()
    incidents.clear('round-failed', 'pictures')
    await incidents.settle()

    expect(await rows()).toEqual([{ kind: 'round-failed', detail: 'backup', count: 1 }])
    incidents.clear('round-failed', 'backup')
    await incidents.settle()
    expect(await rows()).toEqual([])
  })

  test('an incident that is reported while the database is down is recorded once the database is back', async () => {
    let isDown = true
    const query: Database['query'] = (text, values) =>
      isDown ? Promise.reject(new DatabaseUnavailable('down')) : db.query(text, values)
    const incidents = createIncidents({ ...db, query }, log, 50)

    incidents.report('statement-killed', 'a')
    await incidents.settle()
    expect(await rows()).toEqual([])
    isDown = false
    incidents.report('statement-killed', 'b')

    await expect.poll(rows).toEqual([{ kind: 'statement-killed', detail: 'b', count: 2 }])
  })

  test('a write that crashes the engine is not repeated when the crash is reported', async () => {
    let writes = 0
    const query: Database['query'] = () => {
      // Fails in the same way as the engine, and often enough to reveal an endless loop.
      if (++writes < 10) incidents.report('engine-crashed', 'trap')
      return Promise.reject(new DatabaseUnavailable('crashed'))
    }
    const incidents = createIncidents({ ...db, query }, log)

    incidents.report('engine-crashed', 'trap')
    for (let i = 0; i < 20; i++) await incidents.settle()

    expect(writes).toBe(1)
  })
})
