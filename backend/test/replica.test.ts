// A real streaming standby: anonymous callers read from it while its lag is small, and from the primary otherwise.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ANONYMOUS, type Database, SERVICE } from '../src/db/database.ts'
import { openPostgres } from '../src/db/postgres.ts'
import { Reads, withReads } from '../src/db/reads.ts'
import { openReplica, type ReadReplica } from '../src/db/replica.ts'
import { createRest } from '../src/rest/rest.ts'
import { connectionString, engines } from './engines.ts'
import { canCopyClusters, startCluster, startStandby, stopCluster } from './postgres-cluster.ts'

vi.setConfig({ testTimeout: 240_000 })

const LIMITS = { maxLagMs: 8_000, checkEveryMs: 100, connectMs: 10_000, queryMs: 10_000 }

describe.runIf(engines.some(({ name }) => name === 'postgres') && canCopyClusters())('a read replica', () => {
  let primaryFolder: string
  let standbyFolder: string
  let primarySocket: string
  let db: Database
  let standby: Database
  let replica: ReadReplica
  let rest: Hono
  const events: string[] = []

  beforeAll(async () => {
    // Not in the run's folder, which the servers' user cannot enter until the first server has started.
    primaryFolder = mkdtempSync(join(tmpdir(), 'fc-p-'))
    standbyFolder = mkdtempSync(join(tmpdir(), 'fc-r-'))
    primarySocket = startCluster(primaryFolder)
    db = await openPostgres({ connectionString: connectionString(primarySocket, 'postgres'), maxConnections: 6 })
    await db.exec(`
      create role anon; create role service_role bypassrls;
      create table public.notes (words text);
      grant select on public.notes to anon, service_role;
      create function public.last_words() returns text stable language sql as 'select max(words) from public.notes';
      insert into public.notes values ('first')`)
    const socket = startStandby(standbyFolder, primarySocket)
    const url = connectionString(socket, 'postgres')
    standby = await openPostgres({ connectionString: url, maxConnections: 2 })
    const log = (details: object) => void events.push((details as { event: string }).event)
    replica = openReplica({ primary: db, connectionString: url, limits: LIMITS, log: { info: log, warn: log } })
    const identify = async (request: Request) => (request.headers.has('apikey') ? SERVICE : ANONYMOUS)
    rest = createRest({ db, replica, identify, basePath: '' })
    await vi.waitFor(() => expect(replica.lagSeconds()).not.toBeNull(), { timeout: 60_000 })
  })

  afterAll(async () => {
    await replica?.close()
    await Promise.all([db?.close(), standby?.close()])
    for (const folder of [standbyFolder, primaryFolder]) {
      stopCluster(folder)
      rmSync(folder, { recursive: true, force: true })
    }
  })

  const read = async (path = '/notes?select=words', headers: Record<string, string> = {}) =>
    (await rest.request(path, { headers })).text()
  const write = (words: string) => db.query('update public.notes set words = $1', [words])

  test('a read replica serves anonymous reads, while signed-in callers, functions and the cache use the primary', async () => {
    // Load the catalogue and open the connections first, so that they do not count towards the lag.
    await read()
    await expect.poll(() => replica.lagSeconds()).not.toBeNull()
    await standby.query('select pg_wal_replay_pause()')
    await write('second')

    expect(await read()).toBe('[{"words":"first"}]')
    expect(await read('/notes?select=words', { apikey: 'secret' })).toBe('[{"words":"second"}]')
    expect(await read('/rpc/last_words')).toBe('"second"')
    const reads = new Reads({ version: () => 1, stamp: () => 1 })
    expect(await withReads(reads, () => read())).toBe('[{"words":"second"}]')
  })

  test('a read replica with too much lag is not used until it has caught up', async () => {
    await expect.poll(() => read(), { interval: 100 }).toBe('[{"words":"second"}]')
    expect(replica.lagSeconds()).toBeNull()
    await expect.poll(() => events.at(-1)).toBe('replica_not_used')

    await standby.query('select pg_wal_replay_resume()')

    await expect.poll(() => replica.lagSeconds()).not.toBeNull()
    await expect.poll(() => events.at(-1)).toBe('replica_used')
    expect(await read()).toBe('[{"words":"second"}]')
  })

  test('a read replica that is down causes no failed reads and is used again once it is up', async () => {
    stopCluster(standbyFolder)
    const bodies = await Promise.all(Array.from({ length: 20 }, () => read()))
    expect(new Set(bodies)).toEqual(new Set(['[{"words":"second"}]']))

    startStandby(standbyFolder, primarySocket)

    await expect.poll(() => replica.lagSeconds()).not.toBeNull()
  })

  test('a table that a read replica does not have yet is read from the primary', async () => {
    await standby.query('select pg_wal_replay_pause()').catch(() => standby.query('select pg_wal_replay_pause()'))
    await db.exec(
      `create table public.others (id int); grant select on public.others to anon; notify pgrst, 'reload schema'`,
    )

    await expect.poll(() => read('/others'), { interval: 50 }).toBe('[]')
    await standby.query('select pg_wal_replay_resume()')
  })

  test('a read replica that is not a standby of the primary is never used', async () => {
    const warned: object[] = []
    const log = { info: () => {}, warn: (details: object) => void warned.push(details) }
    const url = connectionString(primarySocket, 'postgres')
    const wrong = openReplica({ primary: db, connectionString: url, limits: LIMITS, log })

    await expect.poll(() => warned).toMatchObject([{ event: 'replica_not_used', reason: /not a streaming standby/ }])
    expect(wrong.lagSeconds()).toBeNull()
    await wrong.close()
  })
})
