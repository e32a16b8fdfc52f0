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

    await db.query(`update public.config set value = value where key = 'COMPANY_NAME'`)

    await vi.waitFor(() => expect(changes.version('config')).not.toBe(before.config), 20_000)
    expect(changes.version('vehicles')).toBe(before.vehicles)
    await changes.stop()
  })

  test('while nobody listens nothing may be kept', async () => {
    const changes = createChangeFeed(db)
    expect(changes.version('config')).toBeNull()
    await changes.start()
    expect(changes.version('config')).not.toBeNull()
    await changes.stop()
    expect(changes.version('config')).toBeNull()
  })
})

test('when something may have been missed every table has another version', async () => {
  let tell = (_payload: string) => {}
  const changes = createChangeFeed({
    listen: async (_channel, onNotify) => {
      tell = onNotify
      return async () => {}
    },
  })
  await changes.start()
  const before = changes.version('vehicles')

  tell('')

  expect(changes.version('vehicles')).not.toBe(before)
})
