import { describe, expect, test } from 'vitest'
import {
  ANONYMOUS,
  type Database,
  DatabaseError,
  DatabaseUnavailable,
  EngineCrashed,
  type TransactionOptions,
} from '../db/database.ts'
import { InvalidCredentialError } from '../http/caller/identify.ts'
import { createRest, type KilledStatement } from './rest.ts'

/** A database that cannot be reached. */
const gone = new Proxy({} as Database, {
  get: (_, name) => (name === 'then' ? undefined : () => Promise.reject(new DatabaseUnavailable('connection refused'))),
})

const identify = async () => ANONYMOUS

const TIMEOUT = new DatabaseError('canceling statement due to statement timeout', '57014')

/** A database in which every caller's statement takes two seconds and fails. */
function slowDatabase(failure: Error): Database {
  const rows: Record<string, unknown[]> = {
    relations: [{ oid: 1, schema: 'public', name: 'vehicles', kind: 'r', insertable: true, updatable: true }],
    columns: ['id', 'title'].map((name, index) => ({
      relation: 1,
      number: index + 1,
      name,
      type: 'text',
      value_type: 'text',
      default_sql: null,
    })),
  }
  const catalog = [[], rows.relations, rows.columns, [], [], [], []]
  return {
    listen: async () => async () => {},
    batch: async (_: unknown, { asCaller, onSpent }: TransactionOptions = {}) => {
      if (!asCaller) return catalog.map((list) => ({ rows: list, rowCount: 0 }))
      onSpent?.(2_000)
      throw failure
    },
  } as unknown as Database
}

describe('createRest', () => {
  test('a request gets a 503 with Retry-After while the database is unreachable', async () => {
    const response = await createRest({ db: gone, identify }).request('/rest/v1/vehicles')

    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toMatchObject({ code: 'PGRST000', hint: null })
  })

  test('a caller who cannot be identified never reaches the database', async () => {
    const refuse = async () => {
      throw new InvalidCredentialError('invalid-token')
    }
    const response = await createRest({ db: gone, identify: refuse }).request('/rest/v1/vehicles')

    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'PGRST301' })
  })

  test('a statement that times out is reported by its shape, and after three timeouts its network has to wait', async () => {
    const killed: KilledStatement[] = []
    const slow = slowDatabase(TIMEOUT)
    const networkOf = (request: Request) => request.headers.get('x-network')
    const app = createRest({ db: slow, identify, networkOf, onKilled: (one) => killed.push(one) })
    const read = (network: string) =>
      app.request('/rest/v1/vehicles?select=id&title=eq.secret', { headers: { 'x-network': network } })

    const statuses: number[] = []
    for (let i = 0; i < 5; i++) statuses.push((await read('192.0.2.1')).status)

    expect(statuses).toEqual([400, 400, 400, 429, 429])
    expect(killed).toHaveLength(3)
    const shape = 'GET vehicles(where title.eq)'
    expect(killed[0]).toEqual({ network: '192.0.2.1', role: 'anon', shape, reason: 'timeout' })
    const refused = await read('192.0.2.1')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({
      code: 'PT429',
      message: expect.stringContaining('20 seconds of database time'),
    })
    const other = await read('192.0.2.2')
    expect(other.status).toBe(400)
    expect(await other.json()).toMatchObject({ code: '57014', hint: 'A statement may run for at most 2 seconds.' })
  })

  test('a statement that crashes the engine fails, and its network is charged as much database time as for a timeout', async () => {
    const killed: KilledStatement[] = []
    const crashing = slowDatabase(new EngineCrashed('unreachable'))
    const networkOf = () => '192.0.2.1'
    const app = createRest({ db: crashing, identify, networkOf, onKilled: (one) => killed.push(one) })

    const statuses: number[] = []
    for (let i = 0; i < 4; i++) statuses.push((await app.request('/rest/v1/vehicles?select=id')).status)

    expect(statuses).toEqual([503, 503, 503, 429])
    expect(killed).toHaveLength(3)
    expect(killed[0]).toEqual({ network: '192.0.2.1', role: 'anon', shape: 'GET vehicles()', reason: 'crash' })
  })

  test('an unexpected error is passed on to the app', async () => {
    const app = createRest({
      db: gone,
      identify: async () => {
        throw new TypeError('bug')
      },
    })
    app.onError((error) => new Response(error.message, { status: 500 }))

    const response = await app.request('/rest/v1/vehicles')
    expect([response.status, await response.text()]).toEqual([500, 'bug'])
  })
})
