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

  test('a table that was written has another version, the others keep theirs', async () => {
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

  test('whoever waits after a write has heard of it', async () => {
    const changes = createChangeFeed(db)
    await changes.start()
    for (let round = 0; round < 5; round++) {
      const before = changes.version('config')
      await db.query(`update public.config set value = value where key = 'COMPANY_NAME'`)
      await changes.settle()
      expect(changes.version('config')).not.toBe(before)
    }
    await changes.stop()
  })

  test('while nobody listens nothing may be kept', async () => {
    const changes = createChangeFeed(db)
    expect(changes.version('config')).toBeNull()
    expect(changes.stamp()).toBeNull()
    await changes.start()
    expect(changes.version('config')).not.toBeNull()
    await changes.stop()
    expect(changes.version('config')).toBeNull()
  })
})

test('while the connection is lost nothing may be kept; after it every table has another version', async () => {
  let tell = (_payload: string) => {}
  let lose = () => {}
  const changes = createChangeFeed({
    engine: 'postgres',
    query: async () => ({ rows: [], rowCount: 0 }),
    listen: async (_channel, onNotify, onLost = () => {}) => {
      tell = onNotify
      lose = onLost
      return async () => {}
    },
  })
  await changes.start()
  const before = changes.version('vehicles')

  lose()
  expect(changes.version('vehicles')).toBeNull()
  tell('')
  expect(changes.version('vehicles')).not.toBeNull()
  expect(changes.version('vehicles')).not.toBe(before)
})
