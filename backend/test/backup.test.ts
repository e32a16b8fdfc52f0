// A backup of a site that is being written to, restored elsewhere, on both engines and from one to the other.
import { createHash } from 'node:crypto'
import { cp, lstat, mkdtemp, readdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { backUpByCommand, backUpRunning } from '../src/backup/back-up-site.ts'
import { Manifest } from '../src/backup/format.ts'
import { moveToPostgres } from '../src/backup/move-to-postgres.ts'
import { verifyBackup } from '../src/backup/verify.ts'
import { type Config, parseConfig } from '../src/config/config.ts'
import { migrate, readAllMigrations } from '../src/db/migrate.ts'
import { openPostgres } from '../src/db/postgres.ts'
import { loadKeys } from '../src/keys/keys.ts'
import { trashKey } from '../src/storage/cleanup/trash.ts'
import { openPictures } from '../src/storage/drivers/open-pictures.ts'
import {
  configOf,
  contentOf,
  emptyPostgres,
  openSite,
  PICTURE,
  reopen,
  restore,
  type Site,
  target,
} from './backup-harness.ts'
import { createPostgresDatabase, migrationsDirectory } from './engines.ts'

// Filling an embedded database is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let folder: string
const quiet = () => {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forecourt-backup-'))
})
afterAll(async () => {
  vi.resetConfig()
  await rm(folder, { recursive: true, force: true })
})

describe.each(['embedded', 'postgres'] as const)('a backup of a site on %s', (engine) => {
  let site: Site
  let content: Awaited<ReturnType<typeof contentOf>>
  let backup: string

  beforeAll(async () => {
    site = await openSite(engine, join(folder, `site-${engine}`))
    const { config, db } = site
    content = await contentOf(db)
    const keys = await loadKeys(config, db)
    const driver = openPictures(config)
    // Writes while the backup is reading. The picture removed here still existed when the rows were read.
    let hasWritten = false
    const writeMeanwhile = async () => {
      if (hasWritten) return
      hasWritten = true
      await db.query(`delete from storage.objects where name = 'removed.webp'`)
      await driver.move('vehicle-images/removed.webp', trashKey('vehicle-images/removed.webp'))
      await db.query(`update public.vehicles set title = title || ' changed'`)
      await db.query(`insert into public.vehicle_features (vehicle_id, feature) select id, 'Late' from public.vehicles`)
    }
    const result = await backUpRunning(
      { db, driver, keys, dataDir: config.dataDir },
      join(folder, `backups-${engine}`),
      writeMeanwhile,
    )
    backup = result.folder
  })
  afterAll(() => site.db.close())

  test('a backup is readable only by its owner and leaves no temporary files', async () => {
    const entries = await readdir(backup, { recursive: true, withFileTypes: true })

    expect(entries.length).toBeGreaterThan(20)
    for (const entry of entries) {
      const { mode } = await lstat(join(entry.parentPath, entry.name))
      expect([entry.name, mode & 0o777]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600])
    }
    expect((await lstat(backup)).mode & 0o777).toBe(0o700)
    expect(await readdir(join(folder, `backups-${engine}`))).toHaveLength(1)
    expect((await readdir(site.config.dataDir)).filter((name) => name.startsWith('.'))).toEqual([])
  })

  // Restores to the other engine, and to the same engine only in the long tests.
  const others = (['embedded', 'postgres'] as const).filter((other) => process.env.TEST_LONG || other !== engine)
  test.each(others)(
    'restoring a backup on %s gives the same site and holds back outgoing emails and listings',
    async (other) => {
      const config = await target(other, join(folder, `restored-${engine}-${other}`))
      await restore(config, backup)

      const db = await reopen(config)
      const restored = await contentOf(db)
      expect(restored).toEqual(content)
      expect(restored.vehicles).toHaveLength(5)
      expect(await loadKeys(config, db)).toEqual(await loadKeys(site.config, site.db))
      const driver = openPictures(config)
      expect(await driver.read('vehicle-images/one.webp')).toEqual(PICTURE)
      expect(await driver.read('vehicle-images/removed.webp')).toEqual(PICTURE)
      expect(await driver.read('installation-id')).toEqual(await openPictures(site.config).read('installation-id'))
      // Sequences continue where they left off.
      const next = await db.query<{ id: number }>(
        `insert into public.vehicle_features (vehicle_id, feature) select id, 'New' from public.vehicles limit 1 returning id`,
      )
      expect(next.rows[0]?.id).toBeGreaterThan(Math.max(...content.features.map(({ id }) => Number(id))))
      const { rows } = await db.query<{ jobs: unknown[]; emails: number }>(
        `select public.claim_jobs('email_outbox', 5, 60) as jobs, (select count(*) from public.email_outbox)::int as emails`,
      )
      expect(rows[0]?.emails).toBeGreaterThan(0)
      expect(rows[0]?.jobs).toEqual([])
      await db.close()
    },
  )

  test('a backup can be restored only into an empty site', async () => {
    await expect(restore(site.config, backup)).rejects.toThrow('into an empty')
  })
})

describe('a backup', () => {
  let backup: string
  let config: Config

  beforeAll(async () => {
    const { db, config: own } = await openSite('embedded', join(folder, 'site-sound'))
    await db.close()
    const result = await backUpByCommand({
      config: own,
      driver: openPictures(own),
      directory: join(folder, 'sound'),
      say: quiet,
    })
    backup = result.folder
    config = parseConfig({ DATA_DIR: join(folder, 'nothing') })
  })

  const damagedCopy = async (damage: (copy: string) => Promise<unknown>) => {
    const copy = join(await mkdtemp(join(folder, 'spoiled-')), 'backup')
    await cp(backup, copy, { recursive: true })
    await damage(copy)
    return copy
  }
  /** Changes the manifest and its checksum, as an attacker would. */
  const resign = async (copy: string, change: (manifest: Manifest) => unknown) => {
    const manifest = Manifest.parse(JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8')))
    const text = JSON.stringify({ ...manifest, ...(change(manifest) as object) })
    await writeFile(join(copy, 'manifest.json'), text)
    await writeFile(join(copy, 'manifest.json.sha256'), createHash('sha256').update(text).digest('hex'))
  }
  const list = async (copy: string, lines: object[]) => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    await writeFile(join(copy, 'pictures.jsonl'), text)
    const sha256 = createHash('sha256').update(text).digest('hex')
    await resign(copy, ({ pictures }) => ({
      pictures: { ...pictures, bytes: text.length, sha256, count: lines.length },
    }))
  }
  const rows = 'rows/public.vehicles.jsonl.gz'
  const picture = async (copy: string) =>
    JSON.parse((await readFile(join(copy, 'pictures.jsonl'), 'utf8')).split('\n')[0] ?? '')
  const fileOf = async (copy: string) => {
    const { sha256 } = await picture(copy)
    return join(copy, `pictures/${sha256.slice(0, 2)}/${sha256}`)
  }

  test.each<[string, (copy: string) => Promise<unknown>, string]>([
    [
      'that is truncated',
      (copy) => truncate(join(copy, rows), 30),
      'is damaged: rows/public.vehicles.jsonl.gz has 30 bytes',
    ],
    ['without a file', (copy) => rm(join(copy, rows)), 'is incomplete: rows/public.vehicles.jsonl.gz is missing'],
    ['without a manifest', (copy) => rm(join(copy, 'manifest.json')), 'is incomplete: manifest.json is missing'],
    ['without a picture', async (copy) => rm(await fileOf(copy)), 'is missing'],
    ['with another picture', async (copy) => writeFile(await fileOf(copy), 'not_really_a_picture'), 'has changed'],
    ['with a changed manifest', (copy) => writeFile(join(copy, 'manifest.json'), '{}'), 'manifest.json has changed'],
    [
      'with a link to another file',
      async (copy) => {
        await rename(join(copy, 'keys.json'), join(copy, 'elsewhere'))
        await symlink(join(copy, 'elsewhere'), join(copy, 'keys.json'))
      },
      'keys.json is a link',
    ],
    [
      'with a picture name that leaves the folder',
      async (copy) => list(copy, [{ ...(await picture(copy)), key: 'vehicle-images/../../../../tmp/evil' }]),
      'it has a picture with the name',
    ],
    [
      'with a table name that leaves the folder',
      (copy) => resign(copy, ({ tables }) => ({ tables: tables.map((table) => ({ ...table, name: '../../keys' })) })),
      'bad value for tables.0.name',
    ],
    [
      'from a newer version',
      (copy) =>
        resign(copy, ({ migrations }) => ({
          migrations: [...migrations, { name: '20990101000000_x.sql', checksum: 'a'.repeat(64) }],
        })),
      'made by a newer version of Forecourt',
    ],
    ['in a newer format', (copy) => resign(copy, () => ({ format: 99 })), 'made by a newer version of Forecourt'],
  ])('a backup %s is refused and leaves no files', async (_name, damage, message) => {
    const copy = await damagedCopy(damage)

    await expect(restore(config, copy)).rejects.toThrow(message)

    expect(await readdir(config.dataDir).catch(() => [])).toEqual([])
  })

  const changeTables = (change: (tables: Manifest['tables']) => unknown) =>
    damagedCopy((copy) => resign(copy, ({ tables }) => ({ tables: change(tables) })))

  test('a restore that fails part-way leaves the server empty', async () => {
    const server = await target('postgres', join(folder, 'failing'))
    const changed = await changeTables((tables) =>
      tables.map((table) => (table.name === 'vehicles' ? { ...table, rowSum: 'b'.repeat(64) } : table)),
    )
    const lacking = await changeTables((tables) => tables.filter(({ name }) => name !== 'vehicles'))

    await expect(restore(server, changed)).rejects.toThrow(
      /^public.vehicles differs from the backup after the restore: it has 5 rows instead of 5, or some rows have changed$/,
    )
    await expect(restore(server, lacking)).rejects.toThrow('public.vehicles is missing')

    expect(await readdir(server.dataDir).catch(() => [])).toEqual([])
    await restore(server, backup)
    const db = await reopen(server)
    expect((await db.query('select from public.vehicles')).rowCount).toBe(5)
    await db.close()
  })

  test('the site does not start after an interrupted restore', async () => {
    const { url } = await createPostgresDatabase()
    const db = await openPostgres({ connectionString: url, maxConnections: 2 })
    await db.exec('create table forecourt.restoring (since timestamptz)')

    await expect(migrate(db, { directory: migrationsDirectory })).rejects.toThrow('A backup is being restored')

    await db.close()
  })

  test('a backup that fails while it is being written leaves no partial files', async () => {
    const { config: own, db } = await openSite('postgres', join(folder, 'site-unwritable'))
    await db.close()
    const directory = join(folder, 'half')
    const driver = {
      ...openPictures(own),
      open: async () => Promise.reject(new Error('the disk is gone')),
    }

    await expect(backUpByCommand({ config: own, driver, directory, say: quiet })).rejects.toThrow('the disk is gone')

    expect(await readdir(directory)).toEqual([])
  })

  test('a backup links to pictures already in an earlier backup, and both backups are complete', async () => {
    const own = parseConfig({ DATA_DIR: join(folder, 'site-sound') })
    const directory = join(folder, 'sound')
    const second = await backUpByCommand({ config: own, driver: openPictures(own), directory, say: quiet })

    const [one, other] = await Promise.all([fileOf(backup), fileOf(second.folder)])
    expect(second.folder).not.toBe(backup)
    expect((await lstat(other)).ino).toBe((await lstat(one)).ino)
    expect((await verifyBackup(second.folder, () => true)).pictures.count).toBe(3)
  })

  test('a backup from an earlier version is restored and migrated', async () => {
    const all = await readAllMigrations(migrationsDirectory)
    const earlier = all.filter(({ name }) => name.endsWith('_baseline.sql'))
    const own = configOf(join(folder, 'earlier'), await emptyPostgres())
    const db = await reopen(own)
    await migrate(db, { directory: migrationsDirectory, restoring: { only: new Set(earlier.map(({ name }) => name)) } })
    await db.query(
      `insert into public.contact_messages (name, email, message) values ('Amy', 'amy@example.com', 'Hello')`,
    )
    await loadKeys(own)
    await db.close()
    const result = await backUpByCommand({
      config: own,
      driver: openPictures(own),
      directory: join(folder, 'of-earlier'),
      say: quiet,
    })

    const config = await target('postgres', join(folder, 'later'))
    await restore(config, result.folder)

    const restored = await reopen(config)
    const { rows } = await restored.query(
      `select (select count(*) from forecourt.migrations)::int as migrations, (select count(*) from forecourt.outgoing_hold)::int as held,
         (select count(*) from public.contact_messages)::int as messages, (select count(*) from public.email_outbox)::int as emails`,
    )
    expect(earlier.length).toBeLessThan(all.length)
    expect(rows).toEqual([{ migrations: all.length, held: 1, messages: 1, emails: 2 }])
    await restored.close()
  })

  test('move-to-postgres moves every row from a stopped site without taking a backup, and keeps the folder', async () => {
    const own = configOf(join(folder, 'site-sound'))
    const db = await reopen(own)
    const content = await contentOf(db)
    const moving = configOf(own.dataDir, await emptyPostgres())
    const move = () => moveToPostgres({ config: moving, migrationsDir: migrationsDirectory, say: quiet })
    await expect(move()).rejects.toThrow('Stop the site first')
    await db.close()

    await move()

    const server = await reopen(moving)
    expect(await contentOf(server)).toEqual(content)
    const { rows } = await server.query('select from forecourt.outgoing_hold')
    expect(rows).toHaveLength(0)
    await server.close()
    expect((await readdir(own.dataDir)).sort()).toEqual(['database', 'keys.json', 'pictures'])
    const before = await reopen(own)
    expect(await contentOf(before)).toEqual(content)
    await before.close()
    await expect(move()).rejects.toThrow('is not empty')
  })
})
