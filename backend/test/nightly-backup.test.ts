import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { copyToken, createCopyRoutes } from '../src/backup/copy-routes.ts'
import { type FreeBytes, makeWithPruning } from '../src/backup/free-space.ts'
import { BACKUP_MIN_FREE_BYTES } from '../src/backup/limits.ts'
import { type MadeBackup, makeBackup } from '../src/backup/make-backup.ts'
import { backUpIfDue, isDue } from '../src/backup/nightly.ts'
import type { PictureSource } from '../src/backup/pictures.ts'
import { openSnapshot } from '../src/backup/snapshot.ts'
import type { Database } from '../src/db/database.ts'
import { type EmbeddedDatabase, openEmbedded } from '../src/db/embedded.ts'
import { createPeriodicJob } from '../src/jobs/periodic-job.ts'
import { type Engine, engines, fillEmbedded, serviceEngines } from './engines.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forecourt-nightly-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.each(engines)('the nightly backup on $name', ({ name, open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await db.query('update storage.installation set id = gen_random_uuid()')
  })
  afterAll(() => db.close())
  beforeEach(() => db.query('delete from forecourt.backups'))

  const recordBackup = (at: string, isNightly = true) =>
    db.query(
      `insert into forecourt.backups (folder, is_nightly, made_at, bytes, rows, pictures)
       values ('forecourt-20260101T000000Z', $2, $1, 1, 1, 1)`,
      [at, isNightly],
    )

  test.each([
    ['before three in the morning', '2026-01-10T03:00:10Z', '2026-01-11T02:59:00Z', false],
    ['at three in the morning', '2026-01-10T03:00:10Z', '2026-01-11T03:00:00Z', true],
    ['when the machine was off all night', '2026-01-08T03:00:10Z', '2026-01-11T15:00:00Z', true],
    ['after tonight’s backup', '2026-01-11T03:01:00Z', '2026-01-11T23:00:00Z', false],
    ['at three in summer, which is two o’clock UTC', '2026-07-10T02:00:10Z', '2026-07-11T02:00:00Z', true],
    ['at half past two when the clocks go back', '2026-10-24T02:00:10Z', '2026-10-25T02:30:00Z', false],
    ['at three when the clocks go back', '2026-10-24T02:00:10Z', '2026-10-25T03:00:00Z', true],
  ])('a backup is due %s (last backup at %s, time now %s): %s', async (_when, last, now, due) => {
    await recordBackup(last)

    expect(await isDue(db, now)).toBe(due)
  })

  test('a nightly backup is due at once if there has been none, and a manual backup does not count as one', async () => {
    expect(await isDue(db)).toBe(true)
    await recordBackup(new Date().toISOString(), false)
    expect(await isDue(db)).toBe(true)
    await recordBackup(new Date().toISOString())
    expect(await isDue(db)).toBe(false)
  })

  test('the nightly backup is made and recorded only once, and an old backup is pruned', async () => {
    const directory = join(folder, name)
    const make = (now?: Date): Promise<MadeBackup> =>
      makeBackup(
        { engine: db.engine, readSnapshot: openSnapshot(db), pictures: null, keys: '{}', version: '0' },
        directory,
        now,
      )
    const old = await make(new Date('2025-01-01T03:00:00Z'))
    const older = await make(new Date('2025-01-01T02:00:00Z'))
    let attempts = 0
    const run = () =>
      backUpIfDue({
        db,
        directory,
        hasNightly: true,
        log: { info() {} },
        make: () => {
          attempts += 1
          return make()
        },
      })

    await run()
    await run()

    expect(attempts).toBe(1)
    const left = await readdir(directory)
    expect(left).toContain(old.name)
    expect(left).not.toContain(older.name)
    expect(left).toHaveLength(2)
    const { rows } = await db.query('select is_nightly, rows > 0 as filled, bytes > 0 as sized from forecourt.backups')
    expect(rows).toEqual([{ is_nightly: true, filled: true, sized: true }])
  })

  test('a backup that an admin asks for is made at once, by one of several processes, even without nightly backups', async () => {
    let attempts = 0
    const run = () =>
      backUpIfDue({
        db,
        directory: folder,
        hasNightly: false,
        log: { info() {} },
        make: () => {
          attempts += 1
          return Promise.reject(new Error('stop here'))
        },
      })
    const jobs = [1, 2].map(() =>
      createPeriodicJob({
        db,
        name: 'backup',
        channel: 'backup',
        everySeconds: 600,
        retrySeconds: 600,
        run,
        incidents: { report() {}, clear() {} },
        log: { error() {} },
      }),
    )
    const asService = <T>(call: string) =>
      db.transaction(async (tx) => {
        await tx.query(`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`)
        return (await tx.query<{ result: T }>(`select public.${call}() as result`)).rows[0]?.result
      })
    const ask = () => asService<boolean>('request_backup')
    const status = () => asService<Record<string, unknown>>('backup_status')
    for (const job of jobs) await job.start()
    await expect.poll(ask).toBe(true)

    const lastError = expect.stringContaining('The backup failed')
    await expect.poll(status).toMatchObject({ isUnderWay: false, lastError })
    expect(attempts).toBe(1)
    await Promise.all(jobs.map((job) => job.stop()))
    await db.query(`update forecourt.job_rounds set locked_until = now() + interval '1 minute' where name = 'backup'`)
    expect(await ask()).toBe(false)
    expect(await status()).toMatchObject({ isUnderWay: true })
    await db.query(`delete from forecourt.job_rounds where name = 'backup'`)
  })

  test('the reason reported for a failed nightly backup does not include any path on the machine', async () => {
    const full = Object.assign(new Error("ENOSPC: no space left on device, write '/secret/place'"), { code: 'ENOSPC' })
    const run = (error: Error) =>
      backUpIfDue({ db, directory: folder, hasNightly: true, log: { info() {} }, make: () => Promise.reject(error) })

    await expect(run(full)).rejects.toThrow(/^There is not enough disk space for the backup$/)
    await expect(run(new Error('/secret/place'))).rejects.toThrow(/^The backup failed. The server log has the details$/)
  })
})

describe('free disk space for a backup', () => {
  let db: Database
  let directory: string
  const RESERVE = BACKUP_MIN_FREE_BYTES
  const picture = Buffer.alloc(3 * 1024 * 1024, 7)

  beforeAll(async () => {
    db = await (serviceEngines[0] as Engine).open()
    await db.query('update storage.installation set id = gen_random_uuid()')
    await db.query(`insert into storage.objects (bucket_id, name, metadata) values ('vehicle-images', 'a.jpg', $1)`, [
      JSON.stringify({ size: picture.length }),
    ])
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    directory = await mkdtemp(join(folder, 'space-'))
  })

  const pictures: PictureSource = {
    store: {
      find: async (key) => ({ key, size: picture.length, modifiedAt: new Date(0), state: 'as it was' }),
      open: async () => new Blob([picture]).stream() as ReadableStream<Uint8Array>,
    },
    trashKey: (key) => key,
    isKey: () => true,
  }
  const make = (free: FreeBytes, now = new Date(), source: PictureSource | null = pictures) =>
    makeBackup(
      {
        engine: db.engine,
        readSnapshot: openSnapshot(db),
        pictures: source,
        keys: '{}',
        version: '0',
        freeBytes: free,
      },
      directory,
      now,
    )
  const plenty = async () => Number.POSITIVE_INFINITY
  const installation = async () => {
    const { rows } = await db.query<{ id: string }>('select id from storage.installation')
    return rows[0]?.id ?? null
  }

  test('a backup that does not fit is refused before any row is read, and leaves no files', async () => {
    let checks = 0
    const little = async () => {
      checks += 1
      return RESERVE + 1024
    }

    await expect(make(little)).rejects.toThrow(
      /^There is not enough disk space for the backup\. It needs another \d+ MB, but only 257 MB is free, and 256 MB must stay free$/,
    )

    expect(checks).toBe(1)
    expect(await readdir(directory)).toEqual([])
  })

  test('a backup stops when the free space falls below the reserve, and leaves no files', async () => {
    let checks = 0
    const shrinking = async () => {
      checks += 1
      return checks > 3 ? RESERVE - 1 : Number.POSITIVE_INFINITY
    }

    await expect(make(shrinking)).rejects.toThrow('There is not enough disk space for the backup')

    expect(checks).toBe(4)
    expect(await readdir(directory)).toEqual([])
  })

  test('only pictures that are not in the previous backup need space', async () => {
    const { manifest } = await make(plenty, new Date('2026-01-01T03:00:00Z'), null)
    const rowsTwice = 2 * manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0)
    const forRowsOnly = async () => RESERVE + rowsTwice + picture.length / 2

    await expect(make(forRowsOnly)).rejects.toThrow('There is not enough disk space for the backup')
    await make(plenty, new Date('2026-01-02T03:00:00Z'))
    const backup = await make(forRowsOnly)

    expect(backup.manifest.pictures.count).toBe(1)
  })

  test('if space is short, only the backups that the new backup would displace are pruned beforehand', async () => {
    for (let day = 1; day <= 9; day++) await make(plenty, new Date(Date.UTC(2026, 0, day + 4, 3)), null)
    const before = await readdir(directory)
    const displaced = 'forecourt-20260107T030000Z'
    const onceItIsPruned = async () =>
      (await readdir(directory)).includes(displaced) ? RESERVE - 1 : Number.POSITIVE_INFINITY

    const backup = await makeWithPruning(directory, installation, () => make(onceItIsPruned, undefined, null))

    const after = await readdir(directory)
    expect(after).toContain(backup.name)
    expect(after).not.toContain(displaced)
    expect(after).toContain('forecourt-20260113T030000Z')
    expect(before.filter((entry) => !after.includes(entry)).length).toBeLessThan(4)
  })

  test('if pruning does not free enough space, the backup is refused and the last backup is kept', async () => {
    const { name: last } = await make(plenty, new Date(), null)

    const refused = makeWithPruning(directory, installation, () => make(async () => 0, undefined, null))

    await expect(refused).rejects.toThrow('There is not enough disk space for the backup')
    expect(await readdir(directory)).toEqual([last])
  })
})

describe('a copy of the embedded database, requested from the running site', () => {
  let db: EmbeddedDatabase
  let app: Hono
  let dataDir: string
  const secret = 'the secret of this site'
  let free = Number.POSITIVE_INFINITY

  beforeAll(async () => {
    dataDir = join(folder, 'running')
    db = await openEmbedded({ dataDir: await fillEmbedded(join(dataDir, 'database')) })
    const routes = createCopyRoutes({ db, dataDir, hmacSecret: secret, freeBytes: async () => free })
    app = new Hono().route('/backup/v1', routes)
  })
  afterAll(() => db.close())

  const call = (path: string, body: object, token = copyToken(secret)) =>
    app.request(`/backup/v1${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${token}` },
    })
  const copies = async () => (await readdir(dataDir)).filter((entry) => entry.startsWith('.backup-copy-'))

  test('a copy of the embedded database requires a token derived from the keys', async () => {
    for (const token of ['', 'x', copyToken('another'), `${copyToken(secret)}x`]) {
      expect((await call('/copies', {}, token)).status).toBe(401)
      expect((await call('/done', {}, token)).status).toBe(401)
    }
    expect(await copies()).toEqual([])
  })

  test('a copy of the database is a consistent snapshot even if made during writes, and is removed after the backup', async () => {
    await db.query(`insert into public.car_makes (name) select 'Make ' || n from generate_series(1, 300) as n`)
    let isOver = false
    const writing = (async () => {
      for (let n = 0; !isOver; n++) {
        await db.batch([
          { text: 'insert into public.car_makes (name) values ($1)', values: [`Pair ${n} a`] },
          { text: 'insert into public.car_makes (name) values ($1)', values: [`Pair ${n} b`] },
        ])
      }
    })()
    const { copy } = (await (await call('/copies', {})).json()) as { copy: string }
    isOver = true
    await writing

    expect(await copies()).toEqual([copy])
    const copied = await openEmbedded({ dataDir: join(dataDir, copy, 'database') })
    const { rows } = await copied.query<{ makes: number; pairs: number }>(
      `select count(*) filter (where name like 'Make %')::int as makes, count(*) filter (where name like 'Pair %')::int as pairs
       from public.car_makes`,
    )
    await copied.close()
    expect(rows[0]?.makes).toBe(300)
    expect(rows[0]?.pairs).toBeGreaterThan(0)
    expect((rows[0]?.pairs ?? 1) % 2).toBe(0)

    const record = {
      folder: 'forecourt-20260101T030000Z',
      isNightly: false,
      madeAt: '2026-01-01T03:00:00Z',
      bytes: 1,
      rows: 2,
    }
    expect((await call('/done', { copy, record: { ...record, pictures: 3, missingPictures: 0 } })).status).toBe(200)
    expect(await copies()).toEqual([])
    expect((await db.query('select folder, is_nightly from forecourt.backups')).rows).toEqual([
      { folder: 'forecourt-20260101T030000Z', is_nightly: false },
    ])
  })

  test('a copy of the database is refused if it would use up the space that the database needs', async () => {
    free = BACKUP_MIN_FREE_BYTES + 1024 * 1024
    const response = await call('/copies', {})
    free = Number.POSITIVE_INFINITY

    expect(response.status).toBe(507)
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('There is not enough disk space') })
    expect(await copies()).toEqual([])
  })

  test('the caller cannot choose the path of the copy', async () => {
    for (const copy of ['../..', '.backup-copy-0123456789abcdef', '/etc']) {
      expect((await call('/done', { copy, record: null })).status).toBe(400)
    }
  })

  test('making a copy removes any copy left by a backup that was killed', async () => {
    const { copy } = (await (await call('/copies', {})).json()) as { copy: string }
    const old = new Date(Date.now() - 2 * 86_400_000)
    await utimes(join(dataDir, copy), old, old)

    const next = (await (await call('/copies', {})).json()) as { copy: string }

    expect(await copies()).toEqual([next.copy])
    await call('/done', { copy: next.copy, record: null })
  })
})
