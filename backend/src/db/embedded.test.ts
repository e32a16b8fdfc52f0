import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { embeddedSnapshot, fillEmbedded, testDirectory } from '../../test/engines.ts'
import { DatabaseUnavailable, EngineCrashed } from './database.ts'
import { type EmbeddedDatabase, openEmbedded } from './embedded.ts'
import { maintain } from './embedded-maintenance.ts'
import { openPglite } from './open-pglite.ts'
import { type NodeFiles, SyncedFiles } from './synced-files.ts'

/** This nesting is too deep for PGlite's stack, so the engine traps. Callers' input is checked before it gets here. */
const TRAP = `(repeat('[', 100000) || repeat(']', 100000))::jsonb`
const ENDLESS = 'do $$ begin loop end loop; end $$'

// Starting the engine is quick, but a test that starts it three times is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const newFolder = () => join(testDirectory(), randomUUID())
const filledFolder = () => fillEmbedded(newFolder())
const openFilled = async (sync = true) => openEmbedded({ dataDir: await filledFolder(), maxWaitMs: 60_000, sync })

async function withDatabase(work: (db: EmbeddedDatabase) => Promise<void>) {
  const db = await openFilled()
  try {
    await work(db)
  } finally {
    await db.close()
  }
}

describe('the watchdog', () => {
  test('the watchdog ends a statement that overruns, queued statements then run, and no acknowledged write is lost', async () => {
    await withDatabase(async (db) => {
      const received: string[] = []
      await db.listen('forecourt_changes', (payload) => received.push(payload))
      await db.query(`insert into car_makes values ('Alvis')`)

      const hostile = db.batch([{ text: ENDLESS }], { timeoutMs: 300 })
      const waiting = db.query('select name from car_makes')

      await expect(hostile).rejects.toMatchObject({ name: 'DatabaseError', code: '57014' })
      expect((await waiting).rows).toEqual([{ name: 'Alvis' }])
      expect(received).toEqual(['car_makes', ''])
      await db.query(`insert into car_makes values ('Bristol')`)
      await expect.poll(() => received).toEqual(['car_makes', '', 'car_makes'])
    })
  })

  test('no later statement runs in a transaction that the watchdog has ended', async () => {
    await withDatabase(async (db) => {
      const cut = db.transaction(
        async (tx) => {
          await tx.query(`insert into car_makes values ('Ghost')`)
          await expect(tx.query(ENDLESS)).rejects.toMatchObject({ code: '57014' })
          await tx.query(`insert into car_makes values ('Ghost, again')`)
        },
        // This timeout is long enough for the first statement on a busy machine.
        { timeoutMs: 2000 },
      )

      await expect(cut).rejects.toBeInstanceOf(DatabaseUnavailable)
      expect((await db.query('select name from car_makes')).rows).toEqual([])
    })
  })
})

test('crash and NOTIFY listeners can query the database after a transaction has timed out', async () => {
  await withDatabase(async (db) => {
    const results: Promise<unknown>[] = []
    const query = () => results.push(db.query('select 1 as one').then(({ rows }) => rows))
    const overrun = db.transaction((tx) => tx.query(ENDLESS), { timeoutMs: 2000 })
    await expect(overrun).rejects.toMatchObject({ code: '57014' })
    await db.listen('forecourt_changes', query)
    db.onCrash(query)

    await db.query(`insert into car_makes values ('Alvis')`)
    await expect.poll(() => results, { timeout: 60_000 }).toHaveLength(1)
    await expect(db.query(`select ${TRAP}`)).rejects.toBeInstanceOf(EngineCrashed)

    // The third statement runs once the engine is open again.
    await expect.poll(() => results, { timeout: 60_000 }).toHaveLength(3)
    expect(await Promise.all(results)).toEqual(Array(3).fill([{ one: 1 }]))
  })
})

describe('a statement that traps', () => {
  let db: EmbeddedDatabase
  const crashes: string[] = []
  beforeAll(async () => {
    db = await openFilled(false)
    db.onCrash((reason) => crashes.push(reason))
  }, 120_000)
  beforeEach(() => db.query('delete from car_makes'))
  afterAll(() => db.close())
  const makes = async () =>
    (await db.query<{ name: string }>('select name from car_makes order by name')).rows.map(({ name }) => name)

  test('a statement that traps makes its whole batch fail, and the engine reopens with every acknowledged write', async () => {
    await db.query(`insert into car_makes values ('Alvis')`)

    const batch = db.batch([{ text: `insert into car_makes values ('Ghost')` }, { text: `select ${TRAP}` }])
    const waiting = makes()

    await expect(batch).rejects.toBeInstanceOf(EngineCrashed)
    expect(await waiting).toEqual(['Alvis'])
    expect(crashes).toHaveLength(1)
    await db.batch([{ text: `insert into car_makes values ('Bristol')` }])
    expect(await makes()).toEqual(['Alvis', 'Bristol'])
  })

  test('a statement that traps is not committed at the end of its message', async () => {
    const written = `with written as (insert into car_makes values ('Ghost') returning name)`

    await expect(db.query(`${written} select name, ${TRAP} from written`)).rejects.toBeInstanceOf(EngineCrashed)

    expect(await makes()).toEqual([])
  })

  test('a statement that traps makes its whole script fail, even after another statement has completed', async () => {
    await expect(db.exec(`select 1; select ${TRAP}`)).rejects.toBeInstanceOf(EngineCrashed)
    await expect(db.exec(`select 1; do $$ begin perform ${TRAP}; end $$`)).rejects.toBeInstanceOf(EngineCrashed)

    expect(await makes()).toEqual([])
  })

  test('a statement that traps ends its transaction, and later statements in it are refused', async () => {
    const cut = db.transaction(async (tx) => {
      await tx.query(`insert into car_makes values ('Ghost')`)
      await expect(tx.query(`select ${TRAP}`)).rejects.toBeInstanceOf(EngineCrashed)
      await tx.query(`insert into car_makes values ('Ghost, again')`)
    })

    await expect(cut).rejects.toThrow('The transaction was lost')
    expect(await makes()).toEqual([])
  })

  test('a trap during a commit leaves the commit unacknowledged', async () => {
    await db.exec(`
      create function trap() returns trigger language plpgsql as $$ begin perform ${TRAP}; return null; end $$;
      create constraint trigger trap after insert on car_makes deferrable initially deferred
        for each row execute function trap()`)
    const insert = `insert into car_makes values ('Ghost')`

    await expect(db.batch([{ text: insert }])).rejects.toBeInstanceOf(EngineCrashed)
    await expect(db.transaction((tx) => tx.query(insert))).rejects.toBeInstanceOf(EngineCrashed)

    expect(await makes()).toEqual([])
  })
})

describe('the single connection', () => {
  test('a query made inside a transaction’s callback is refused at once if it bypasses the transaction', async () => {
    const db = await openEmbedded({ dataDir: 'memory', snapshot: await embeddedSnapshot() })

    await expect(db.transaction(() => db.query('select 1'))).rejects.toThrow(
      'Inside a transaction, use the transaction',
    )
    await expect(db.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] })

    await db.close()
    await expect(db.query('select 1')).rejects.toBeInstanceOf(DatabaseUnavailable)
  })
})

describe('a data folder that is open', () => {
  let db: EmbeddedDatabase
  let dataDir: string
  beforeAll(async () => {
    dataDir = await filledFolder()
    db = await openEmbedded({ dataDir, maxWaitMs: 60_000 })
  }, 120_000)
  afterAll(() => db.close())

  test('a data folder that is already open cannot be opened again', async () => {
    await expect(openEmbedded({ dataDir })).rejects.toThrow(`is in use by process ${process.pid}`)
  })

  test('an open database can be dumped while the site runs, and another database can start from the dump', async () => {
    await db.query(`insert into car_makes values ('Alvis')`)
    const snapshot = `${newFolder()}.tar`
    await db.dump(snapshot)

    const copy = await openEmbedded({ dataDir: newFolder(), snapshot })
    expect((await copy.query('select name from car_makes')).rows).toEqual([{ name: 'Alvis' }])
    await copy.close()
  })

  test('maintenance removes dead rows from an open database, and a checkpoint frees the space used by its log', async () => {
    await db.query(`insert into car_makes select 'make ' || n from generate_series(1, 500) n`)
    for (let i = 0; i < 3; i++) await db.query(`update car_makes set name = name || '.'`)
    // Without this, the last update's dead rows are counted only after the vacuum.
    await db.query('select pg_stat_force_next_flush()')
    const dead = async () =>
      Number(
        (await db.query(`select n_dead_tup from pg_stat_all_tables where relname = 'car_makes'`)).rows[0]?.n_dead_tup,
      )
    await expect.poll(dead).toBeGreaterThan(1000)

    const position = await maintain(db, 0)

    expect(await dead()).toBe(0)
    const { rows } = await db.query(`select redo_lsn - '0/0'::pg_lsn as redo from pg_control_checkpoint()`)
    expect(Number(rows[0]?.redo)).toBeGreaterThanOrEqual(position)
    expect(await maintain(db, position)).toBe(position)
  })
})

describe('the disk', () => {
  test('every commit syncs the disk once, a checkpoint syncs every file that it wrote, and reads do not sync the disk', async () => {
    const counted = vi.fn()
    class CountedFiles extends SyncedFiles {
      protected override adapt(files: NodeFiles) {
        super.adapt(files)
        const { fsync } = files.stream_ops
        files.stream_ops.fsync = (file) => {
          counted(files.realPath(file.node))
          return fsync?.(file) ?? 0
        }
      }
    }
    const dataDir = await filledFolder()
    const engine = await openPglite({ dataDir }, (path) => new CountedFiles(path))
    const syncsOf = async (sql: string): Promise<string[]> => {
      counted.mockClear()
      await engine.exec(sql)
      return counted.mock.calls.map(([path]) => relative(dataDir, path as string))
    }

    // A commit at the end of a log file would sync the next one too.
    await engine.exec('select pg_switch_wal(); checkpoint')
    expect(await syncsOf(`insert into car_makes values ('Alvis')`)).toEqual([
      expect.stringMatching(/^pg_wal.[0-9A-F]{24}$/),
    ])
    expect(await syncsOf('select * from car_makes')).toEqual([])
    const { rows } = await engine.query<{ path: string }>(`select pg_relation_filepath('car_makes') as path`)
    expect(await syncsOf('checkpoint')).toEqual(expect.arrayContaining([rows[0]?.path, join('global', 'pg_control')]))
    // This writes more log data than fits into the existing files.
    const much = 'create table t as select md5(n::text) from generate_series(1, 100000) n'
    expect(await syncsOf(much)).toContain('pg_wal')
    await engine.close()
  })

  function watchFiles(dataDir: string) {
    const [waited, skipped]: [Set<string>, Set<string>] = [new Set(), new Set()]
    class WatchedFiles extends SyncedFiles {
      #isOnDisk = false
      protected override isOnDisk(descriptor: number) {
        this.#isOnDisk = super.isOnDisk(descriptor)
        return this.#isOnDisk
      }
      protected override adapt(files: NodeFiles) {
        super.adapt(files)
        const { fsync } = files.stream_ops
        files.stream_ops.fsync = (file) => {
          const result = fsync?.(file) ?? 0
          const sort = this.#isOnDisk ? skipped : waited
          sort.add(relative(dataDir, files.realPath(file.node)))
          return result
        }
      }
    }
    return { waited, skipped, WatchedFiles }
  }

  test('only the files that have changed since the last start are synced after a crash', async () => {
    const dataDir = await filledFolder()
    const { waited, skipped, WatchedFiles } = watchFiles(dataDir)
    // The database is never closed, as if its thread had crashed.
    const crashed = await openPglite({ dataDir })
    await new Promise((resolve) => setTimeout(resolve, 100))
    const syncedUntil = Date.now()
    await new Promise((resolve) => setTimeout(resolve, 100))
    await crashed.exec(`insert into car_makes values ('Alvis')`)

    const engine = await openPglite({ dataDir }, (path) => new WatchedFiles(path, syncedUntil))

    expect((await engine.query('select name from car_makes')).rows).toEqual([{ name: 'Alvis' }])
    expect([...waited]).toContainEqual(expect.stringMatching(/^pg_wal.[0-9A-F]{24}$/))
    expect([...skipped]).toContain('PG_VERSION')
    expect([...waited]).not.toContain('PG_VERSION')
    await engine.close()
  })

  test('every commit after recovery syncs the disk, even if the clock is set back', async () => {
    const dataDir = await filledFolder()
    const { waited, skipped, WatchedFiles } = watchFiles(dataDir)
    const anHourAhead = Date.now() + 3_600_000
    const engine = await openPglite({ dataDir }, (path) => new WatchedFiles(path, anHourAhead))
    skipped.clear()

    await engine.exec(`insert into car_makes values ('Alvis')`)

    expect([...waited]).toContainEqual(expect.stringMatching(/^pg_wal.[0-9A-F]{24}$/))
    expect([...skipped]).toEqual([])
    await engine.close()
  })

  test('the engine stops if its disk fails, and reopens with every acknowledged write', async () => {
    const dataDir = await filledFolder()
    const db = await openEmbedded({ dataDir, maxWaitMs: 60_000 })
    await db.query(`insert into car_makes values ('Alvis')`)

    renameSync(join(dataDir, 'pg_wal'), join(dataDir, 'away'))
    const failed = db.query('select pg_switch_wal()').then(() => db.query(`insert into car_makes values ('Bristol')`))
    await expect(failed).rejects.toBeInstanceOf(DatabaseUnavailable)
    renameSync(join(dataDir, 'away'), join(dataDir, 'pg_wal'))

    expect((await db.query('select name from car_makes')).rows).toEqual([{ name: 'Alvis' }])
    await db.close()
  })
})

describe('an interrupted start', () => {
  test('an interrupted start of a new database is repeated from scratch', async () => {
    const dataDir = newFolder()
    mkdirSync(`${dataDir}.unfinished/base`, { recursive: true })
    writeFileSync(`${dataDir}.unfinished/PG_VERSION`, '')

    const db = await openEmbedded({ dataDir, snapshot: await embeddedSnapshot() })
    await db.query(`insert into car_makes values ('Alvis')`)
    await db.query('checkpoint')
    expect(existsSync(`${dataDir}.unfinished`)).toBe(false)
    await db.close()
  })

  test('an empty lock file left by an interrupted start does not prevent the next start', async () => {
    const dataDir = await filledFolder()
    writeFileSync(join(dataDir, 'postmaster.pid'), '')

    await (await openEmbedded({ dataDir })).close()
  })
})
