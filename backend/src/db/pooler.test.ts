import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgresDatabase, engines, postgresSocket, testDirectory, throughPooler } from '../../test/engines.ts'
import { hasPooler, startPooler, stopPooler } from '../../test/pgbouncer.ts'
import { asRole, asRoleBatch } from './as-role.ts'
import { ANONYMOUS, type Database } from './database.ts'
import { openPostgres } from './postgres.ts'

const ONE = { text: 'select 1' }

describe.runIf(hasPooler && engines.some(({ name }) => name === 'postgres'))('through PgBouncer', () => {
  let url: string
  let addresses: { connectionString: string; directUrl: string }
  let db: Database

  beforeAll(async () => {
    url = (await createPostgresDatabase()).url
    addresses = await throughPooler(url)
    db = await openPostgres({ ...addresses, maxConnections: 10 })
  })

  afterAll(() => db?.close())

  test('every statement runs with the same settings as on a direct connection', async () => {
    const settings = `select concat_ws('|', current_setting('timezone'), current_setting('datestyle'),
      current_setting('search_path'), current_setting('statement_timeout')) as all`
    const expected = [{ all: 'UTC|ISO, YMD|"$user", public, extensions|1min' }]

    expect((await db.query(settings)).rows).toEqual(expected)
    expect((await db.batch([ONE, { text: settings }]))[1]?.rows).toEqual(expected)
    expect(await db.transaction(async (tx) => (await tx.query(settings)).rows)).toEqual(expected)
  })

  test('concurrent callers who share connections keep their own roles and claims and do not leave them on the connections', async () => {
    const who = `select current_user::text as role, current_setting('request.jwt.claim.sub', true) as sub`
    const results = await Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        const sub = randomUUID()
        const caller = i % 2 ? ANONYMOUS : ({ role: 'authenticated', claims: { sub } } as const)
        const rows =
          i % 3
            ? (await asRoleBatch(db, caller, [{ text: who }]))[0]?.rows
            : await asRole(db, caller, async (tx) => (await tx.query(who)).rows)
        return { rows, wanted: [{ role: caller.role, sub: i % 2 ? '' : sub }] }
      }),
    )

    for (const { rows, wanted } of results) expect(rows).toEqual(wanted)
    const { rows } = await db.query(
      `select current_user::text as role, current_setting('statement_timeout') as timeout`,
    )
    expect(rows).toEqual([{ role: 'postgres', timeout: '1min' }])
  })

  test('a frequently used statement works even when the pooler changes its connection', async () => {
    for (let i = 0; i < 30; i++) {
      const results = await Promise.all(
        Array.from({ length: 6 }, () => db.batch([{ text: 'select $1::int as n', values: [i] }])),
      )
      expect(results.flat().flatMap(({ rows }) => rows)).toEqual(Array.from({ length: 6 }, () => ({ n: i })))
    }
  })

  test('a connection still works after a failed transaction', async () => {
    await expect(db.transaction((tx) => tx.query('select 1 / 0'))).rejects.toMatchObject({ code: '22012' })
    await expect(db.batch([{ text: 'select 1 / 0' }])).rejects.toMatchObject({ code: '22012' })

    expect((await db.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('a notification sent through the pooler arrives on the direct connection', async () => {
    const received: string[] = []
    const unlisten = await db.listen('pooler_test', (payload) => received.push(payload))

    await db.query(`select pg_notify('pooler_test', 'hello')`)

    await expect.poll(() => received).toEqual(['hello'])
    await unlisten()
  })

  test('the site does not start if the pooler is not declared, even if the pooler ignores unknown parameters', async () => {
    const { connectionString } = addresses
    await expect(openPostgres({ connectionString })).rejects.toThrow(
      /^DATABASE_URL: connects through a pooler; set DATABASE_DIRECT_URL/,
    )

    const directory = mkdtempSync(join(testDirectory(), 'p-'))
    const lenient = new URL(connectionString)
    const ignore = ['ignore_startup_parameters = statement_timeout']
    lenient.searchParams.set('host', await startPooler(directory, await postgresSocket(), ignore))
    try {
      await expect(openPostgres({ connectionString: lenient.href })).rejects.toThrow(
        /^DATABASE_URL: connects through a pooler/,
      )
    } finally {
      stopPooler(directory)
    }
  })

  test('the site does not start if the direct URL points to a pooler or to another database', async () => {
    const { connectionString } = addresses
    await expect(openPostgres({ connectionString, directUrl: connectionString })).rejects.toThrow(
      /^DATABASE_DIRECT_URL: must be the address of the PostgreSQL server itself, not a pooler/,
    )
    const other = await createPostgresDatabase()
    await expect(openPostgres({ connectionString, directUrl: other.url })).rejects.toThrow(
      /^DATABASE_DIRECT_URL: must point to the same database as DATABASE_URL/,
    )
  })
})
