import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { engines } from '../../test/engines.ts'
import { createChangeFeed } from './change-feed.ts'
import type { Database } from './database.ts'

describe.each(engines)('the change feed on $name', ({ open }) => {
  let db: Database

  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())

  test('a write changes only the version of its own table', async () => {
    const changes = createChangeFeed(db)
    await changes.start()
    const before = { config: changes.version('config'), vehicles: changes.version('vehicles') }
    const stamp = changes.stamp()

    await db.query(`update public.config set value = value where key = 'COMPANY_NAME'`)

    await vi.waitFor(() => expect(changes.version('config')).not.toBe(before.config), 60_000)
    expect(changes.version('vehicles')).toBe(before.vehicles)
    expect(changes.stamp()).not.toBe(stamp)
    await changes.stop()
  })

  test('a process whose change feed has settled after a write has been notified of that write', async () => {
    const changes = createChangeFeed(db)
    await changes.start()
    for (let i = 0; i < 5; i++) {
      const before = changes.version('config')
      await db.query(`update public.config set value = value where key = 'COMPANY_NAME'`)
      await changes.settle()
      expect(changes.version('config')).not.toBe(before)
    }
    await changes.stop()
  })

  test('a feed that is not listening reports no versions, so nothing is cached', async () => {
    const changes = createChangeFeed(db)
    expect(changes.version('config')).toBeNull()
    expect(changes.stamp()).toBeNull()
    await changes.start()
    expect(changes.version('config')).not.toBeNull()
    await changes.stop()
    expect(changes.version('config')).toBeNull()
  })
})

test('losing the connection discards all versions, and reconnecting changes the version of every table', async () => {
  let notify = (_payload: string) => {}
  let lose = () => {}
  const changes = createChangeFeed({
    engine: 'postgres',
    query: async () => ({ rows: [], rowCount: 0 }),
    listen: async (_channel, onNotify, onLost = () => {}) => {
      notify = onNotify
      lose = onLost
      return async () => {}
    },
  })
  await changes.start()
  const before = changes.version('vehicles')

  lose()
  expect(changes.version('vehicles')).toBeNull()
  notify('')
  expect(changes.version('vehicles')).not.toBeNull()
  expect(changes.version('vehicles')).not.toBe(before)
})
