import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { copyToken, createCopyRoutes } from '../src/backup/copy-routes.ts'
import { type MadeBackup, makeBackup } from '../src/backup/make-backup.ts'
import { holdMoment } from '../src/backup/moment.ts'
import { backUpNightly, isDue } from '../src/backup/nightly.ts'
import type { Database } from '../src/db/database.ts'
import { type EmbeddedDatabase, openEmbedded } from '../src/db/embedded.ts'
import { embeddedSnapshot, engines } from './engines.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forecourt-nightly-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.each(engines)('the backup of the night on $name', ({ name, open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await db.query('update storage.installation set id = gen_random_uuid()')
  })
  afterAll(() => db.close())
  beforeEach(() => db.query('delete from forecourt.backups'))

  const made = (at: string, isNightly = true) =>
    db.query(
      `insert into forecourt.backups (folder, is_nightly, made_at, bytes, rows, pictures)
       values ('forecourt-20260101T000000Z', $2, $1, 1, 1, 1)`,
      [at, isNightly],
    )

  test.each([
    ['before three', '2026-01-10T03:00:10Z', '2026-01-11T02:59:00Z', false],
    ['at three', '2026-01-10T03:00:10Z', '2026-01-11T03:00:00Z', true],
    ['a machine that was off all night', '2026-01-08T03:00:10Z', '2026-01-11T15:00:00Z', true],
    ['the night is done', '2026-01-11T03:01:00Z', '2026-01-11T23:00:00Z', false],
    ['three in summer is two by the other clock', '2026-07-10T02:00:10Z', '2026-07-11T02:00:00Z', true],
    ['the night when the clocks go back', '2026-10-24T02:00:10Z', '2026-10-25T02:30:00Z', false],
    ['and its end', '2026-10-24T02:00:10Z', '2026-10-25T03:00:00Z', true],
  ])('%s', async (_when, last, now, due) => {
    await made(last)

    expect(await isDue(db, now)).toBe(due)
  })

  test('none yet is due at once; one by hand does not stand in for the night', async () => {
    expect(await isDue(db)).toBe(true)
    await made(new Date().toISOString(), false)
    expect(await isDue(db)).toBe(true)
    await made(new Date().toISOString())
    expect(await isDue(db)).toBe(false)
  })

  test('is made once, written down, and what is old goes', async () => {
    const directory = join(folder, name)
    const make = (now?: Date): Promise<MadeBackup> =>
      makeBackup(
        { engine: db.engine, readMoment: holdMoment(db), pictures: null, keys: '{}', version: '0' },
        directory,
        now,
      )
    const old = await make(new Date('2025-01-01T03:00:00Z'))
    const older = await make(new Date('2025-01-01T02:00:00Z'))
    let tries = 0
    const run = () =>
      backUpNightly({
        db,
        directory,
        log: { info() {} },
        make: () => {
          tries += 1
          return make()
        },
      })

    await run()
    await run()

    expect(tries).toBe(1)
    const left = await readdir(directory)
    expect(left).toContain(old.name)
    expect(left).not.toContain(older.name)
    expect(left).toHaveLength(2)
    const { rows } = await db.query('select is_nightly, rows > 0 as filled, bytes > 0 as sized from forecourt.backups')
    expect(rows).toEqual([{ is_nightly: true, filled: true, sized: true }])
  })

  test('what fails says why without a path of the machine, and what a killed one left is swept', async () => {
    const full = Object.assign(new Error("ENOSPC: no space left on device, write '/secret/place'"), { code: 'ENOSPC' })
    const run = (error: Error) =>
      backUpNightly({ db, directory: folder, log: { info() {} }, make: () => Promise.reject(error) })

    await expect(run(full)).rejects.toThrow(/^There is no room left for the backup$/)
    await expect(run(new Error('/secret/place'))).rejects.toThrow(/^The backup failed; the log says why$/)
  })
})

describe('a copy of the embedded database for whoever asks the running site', () => {
  let db: EmbeddedDatabase
  let app: Hono
  let dataDir: string
  const secret = 'the secret of this site'

  beforeAll(async () => {
    dataDir = join(folder, 'running')
    db = await openEmbedded({ dataDir: join(dataDir, 'database'), snapshot: await embeddedSnapshot() })
    app = new Hono().route('/backup/v1', createCopyRoutes({ db, dataDir, hmacSecret: secret }))
  })
  afterAll(() => db.close())

  const call = (path: string, body: object, token = copyToken(secret)) =>
    app.request(`/backup/v1${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${token}` },
    })
  const copies = async () => (await readdir(dataDir)).filter((entry) => entry.startsWith('.backup-copy-'))

  test('is for the owner of the keys alone', async () => {
    for (const token of ['', 'x', copyToken('another'), `${copyToken(secret)}x`]) {
      expect((await call('/copies', {}, token)).status).toBe(401)
      expect((await call('/done', {}, token)).status).toBe(401)
    }
    expect(await copies()).toEqual([])
  })

  test('is the database of one moment, while others write, and goes when the backup is made', async () => {
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
    const beside = await openEmbedded({ dataDir: join(dataDir, copy, 'database') })
    const { rows } = await beside.query<{ makes: number; pairs: number }>(
      `select count(*) filter (where name like 'Make %')::int as makes, count(*) filter (where name like 'Pair %')::int as pairs
       from public.car_makes`,
    )
    await beside.close()
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

  test('names no path of the caller’s choice', async () => {
    for (const copy of ['../..', '.backup-copy-0123456789abcdef', '/etc']) {
      expect((await call('/done', { copy, record: null })).status).toBe(400)
    }
  })

  test('what a killed backup left is gone with the next', async () => {
    const { copy } = (await (await call('/copies', {})).json()) as { copy: string }
    const old = new Date(Date.now() - 2 * 86_400_000)
    await utimes(join(dataDir, copy), old, old)

    const next = (await (await call('/copies', {})).json()) as { copy: string }

    expect(await copies()).toEqual([next.copy])
    await call('/done', { copy: next.copy, record: null })
  })
})
