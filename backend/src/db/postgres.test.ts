import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { VISITOR_SETTINGS } from '../../../supabase/functions/_shared/settings.ts'
import {
  administer,
  connectionString,
  createPostgresDatabase,
  migrationsDirectory,
  postgresSocket,
} from '../../test/engines.ts'
import { startSilentProxy } from '../../test/silent-proxy.ts'
import { asRoleBatch } from './as-role.ts'
import { dropPrivileges } from './caller-connections.ts'
import { ANONYMOUS, type Database, DatabaseUnavailable } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'

describe('the PostgreSQL driver', () => {
  let db: Database
  let database: string
  let socket: string
  beforeAll(async () => {
    const created = await createPostgresDatabase()
    database = created.database
    socket = created.socket
    db = await openPostgres({ connectionString: created.url, maxConnections: 3 })
  })
  afterAll(() => db.close())

  const cutAllConnections = () =>
    administer(socket, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`)

  test('a statement that exceeds its time limit fails with code 57014, and the limit does not apply to later statements', async () => {
    const sleep = db.batch([{ text: 'select pg_sleep(20)' }], { timeoutMs: 50 })

    await expect(sleep).rejects.toMatchObject({ name: 'DatabaseError', code: '57014' })
    const { rows } = await db.query(`select current_setting('statement_timeout') as limit`)
    expect(rows).toEqual([{ limit: '1min' }])
  })

  test('when a connection is lost, the database is reported as unavailable, and the next statement gets a new connection', async () => {
    const sleeping = db.query('select pg_sleep(20)').catch((error) => error)
    await expect
      .poll(
        async () => (await db.query(`select count(*) from pg_stat_activity where query like 'select pg_sleep%'`)).rows,
      )
      .toEqual([{ count: 1 }])
    await cutAllConnections()

    expect(await sleeping).toBeInstanceOf(DatabaseUnavailable)
    await expect.poll(async () => (await db.query('select 1 as one').catch(() => null))?.rows).toEqual([{ one: 1 }])
  })

  test('many listeners can start and stop at the same time without a warning from pg', async () => {
    const warnings = vi.spyOn(process, 'emitWarning')
    const received: string[] = []
    const listen = (channel: string) => db.listen(channel, (payload) => received.push(payload))
    const first = await listen('first')
    const stops = await Promise.all(['second', 'third', 'fourth', 'fifth'].map(listen))

    for (const channel of ['first', 'third', 'fifth']) await db.query('select pg_notify($1, $1)', [channel])
    await expect.poll(() => received).toEqual(['first', 'third', 'fifth'])
    await Promise.all([first, ...stops].map((stop) => stop()))

    // pg warns only once per process.
    expect(warnings).not.toHaveBeenCalled()
  })

  test('a listener that loses its connection reconnects and is warned that it may have missed notifications', async () => {
    const received: string[] = []
    const stop = await db.listen('forecourt_changes', (payload) => received.push(payload))
    await cutAllConnections()
    await expect.poll(() => received).toEqual([''])

    // The pool may notice its own broken connections a little later.
    const write = () => db.query(`insert into car_makes values ('Alvis') on conflict do nothing`)
    await expect.poll(() => write().then(Boolean, () => false)).toBe(true)

    await expect.poll(() => received).toEqual(['', 'car_makes'])
    await stop()
  })

  test('a query to a server that has gone silent fails, and the next query gets a new connection', async () => {
    const proxy = await startSilentProxy(socket)
    const far = await openPostgres({
      connectionString: proxy.url(database),
      maxConnections: 3,
      // This is also how long a busy server has to accept a connection.
      statementTimeoutMs: 2_000,
      responseGraceMs: 2_000,
    })
    await asRoleBatch(far, ANONYMOUS, [{ text: 'select 1' }])
    const cutOff = far.transaction(async (tx) => {
      await tx.query('select 1')
      proxy.silence()
      await tx.query('select 2')
    })

    await expect(cutOff).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(asRoleBatch(far, ANONYMOUS, [{ text: 'select 1' }], { timeoutMs: 100 })).rejects.toBeInstanceOf(
      DatabaseUnavailable,
    )
    expect((await far.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect((await asRoleBatch(far, ANONYMOUS, [{ text: 'select 1 as one' }]))[0]?.rows).toEqual([{ one: 1 }])
    await far.close()
    proxy.close()
  })

  test('a listening connection that has gone silent is replaced', async () => {
    const proxy = await startSilentProxy(socket)
    const far = await openPostgres({ connectionString: proxy.url(database), pingMs: 50, pingLimitMs: 2_000 })
    const received: string[] = []
    await far.listen('forecourt_changes', (payload) => received.push(payload))

    proxy.silence()

    await expect.poll(() => received).toContain('')
    // The check is repeated in case a ping on the new connection is late as well.
    const write = () => db.query('insert into car_makes values ($1)', [randomUUID()])
    await expect.poll(async () => (await write()) && received).toContain('car_makes')
    await far.close()
    proxy.close()
  })

  test("a caller's statement is refused if the BEGIN before it was lost", async () => {
    const raw = new pg.Client({ connectionString: connectionString(socket, database) })
    await raw.connect()

    expect(await dropPrivileges(raw, 5_000)).toBe(true)
    const lost = raw
      .query(`select set_config('role', 'service_role', true)`)
      .then(() => raw.query('select * from config'))

    await expect(lost).rejects.toMatchObject({ code: '42501' })
    await expect(raw.query(`delete from vehicles`)).rejects.toMatchObject({ code: '42501' })
    await raw.end()
    const who = { text: 'select current_user::text as role' }
    expect((await db.batch([who], { asCaller: true }))[0]?.rows).toEqual([{ role: 'authenticator' }])
    expect((await asRoleBatch(db, ANONYMOUS, [who]))[0]?.rows).toEqual([{ role: 'anon' }])
    expect((await db.batch([who], { asCaller: true }))[0]?.rows).toEqual([{ role: 'authenticator' }])
    expect((await db.query(who.text)).rows).toEqual([{ role: 'postgres' }])
  })

  test('a server that refuses writes, such as a standby, is reported as unavailable for writes', async () => {
    const created = await createPostgresDatabase()
    await administer(created.socket, `alter database ${created.database} set default_transaction_read_only = on`)
    const standby = await openPostgres({ connectionString: created.url, maxConnections: 3 })
    const write = `insert into car_makes values ('Alvis')`

    await expect(standby.query(write)).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(standby.batch([{ text: write }])).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(standby.batch([{ text: write }], { readOnly: true })).rejects.toMatchObject({ code: '25006' })
    await administer(created.socket, `alter database ${created.database} reset default_transaction_read_only`)
    // The connections on which writes were refused have been closed.
    const again = () =>
      standby.query(write).then(
        () => 'written',
        () => 'refused',
      )
    await expect.poll(again).toBe('written')
    await standby.close()
  })

  test('an unreachable server is reported as unavailable rather than as a Postgres error', async () => {
    const nowhere = openPostgres({ connectionString: 'postgresql://nobody@127.0.0.1:1/nothing' })

    await expect(nowhere).rejects.toBeInstanceOf(DatabaseUnavailable)
  })

  test('a database owner without superuser rights can migrate and run the site once granted the visitor, user and service roles', async () => {
    const owner = `owner_${randomUUID().slice(0, 8)}`
    await administer(socket, `create role ${owner} login`)
    await administer(socket, `create database ${owner} owner ${owner}`)
    const url = connectionString(await postgresSocket(), owner, owner)
    const kept = vi.fn()
    const own = await openPostgres({ connectionString: url, onPrivilegesKept: kept })

    await expect(migrate(own, { directory: migrationsDirectory })).rejects.toThrow(
      `The role ${owner} must be allowed to become anon, authenticated and service_role: grant them to it.`,
    )
    await administer(socket, `grant anon, authenticated, service_role to ${owner}`)
    await migrate(own, { directory: migrationsDirectory })

    const [result] = await asRoleBatch(own, ANONYMOUS, [
      { text: 'select current_user::text as role, count(*)::int as settings from config' },
    ])
    expect(result?.rows).toEqual([{ role: 'anon', settings: VISITOR_SETTINGS.length }])
    expect(kept).toHaveBeenCalledTimes(1)
    await own.close()

    await administer(socket, `grant authenticator to ${owner}`)
    const unprivileged = await openPostgres({ connectionString: url, onPrivilegesKept: kept })
    const [who] = await unprivileged.batch([{ text: 'select current_user::text as role' }], { asCaller: true })
    expect(who?.rows).toEqual([{ role: 'authenticator' }])
    expect(kept).toHaveBeenCalledTimes(1)
    await unprivileged.close()
  })
})
