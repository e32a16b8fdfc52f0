// Backups with pictures on S3, and on a server where the site's role is not a superuser.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { backUpByCommand } from '../src/backup/back-up-site.ts'
import { openPostgres } from '../src/db/postgres.ts'
import { loadKeys } from '../src/keys/keys.ts'
import { openPictures } from '../src/storage/drivers/open-pictures.ts'
import { configOf, contentOf, fill, openSite, PICTURE, reopen, restore, target } from './backup-harness.ts'
import { administer, connectionString, createPostgresDatabase, postgresSocket } from './engines.ts'
import { startS3Server } from './s3-server.ts'

// The first test that needs a server waits until it has started.
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

test('pictures on S3 are backed up and restored into another bucket, which must be empty', async () => {
  const [from, to] = await Promise.all([startS3Server(), startS3Server({ bucket: 'elsewhere' })])
  const own = { ...configOf(join(folder, 'on-s3'), (await createPostgresDatabase()).url), s3: from.settings }
  const db = await openPostgres({ connectionString: own.databaseUrl ?? '', maxConnections: 4 })
  await fill(own, db)
  const content = await contentOf(db)
  await db.close()
  const directory = join(folder, 'backups-of-s3')
  const { folder: backup } = await backUpByCommand({ config: own, driver: openPictures(own), directory, say: quiet })

  const occupied = { ...(await target('postgres', join(folder, 'occupied'))), s3: from.settings }
  await expect(restore(occupied, backup)).rejects.toThrow('into empty storage')
  const other = { ...(await target('postgres', join(folder, 'to-s3'))), s3: to.settings }
  await restore(other, backup)

  const restored = await reopen(other)
  expect(await contentOf(restored)).toEqual(content)
  expect(await loadKeys(other, restored)).toEqual(await loadKeys(own))
  await restored.close()
  expect(await openPictures(other).read('vehicle-images/one.webp')).toEqual(PICTURE)
  expect(await openPictures(own).read('vehicle-images/one.webp')).toEqual(PICTURE)
  await Promise.all([from.close(), to.close()])
})

test('a role that owns its database but is not a superuser can restore a backup and open the restored site', async () => {
  const site = await openSite('postgres', join(folder, 'of-owner'))
  const content = await contentOf(site.db)
  await site.db.close()
  const { config } = site
  const directory = join(folder, 'backups-of-owner')
  const { folder: backup } = await backUpByCommand({ config, driver: openPictures(config), directory, say: quiet })
  const socket = await postgresSocket()
  const name = `owned_${randomUUID().replaceAll('-', '')}`
  await administer(socket, `create role ${name} login createrole nosuperuser`)
  // Since PostgreSQL 16, createrole gives no rights over roles that other sites have already created.
  await administer(socket, `grant anon, authenticated, service_role to ${name}`)
  await administer(socket, `create database ${name} owner ${name}`)

  const owned = configOf(join(folder, 'owned'), connectionString(socket, name, name))
  await restore(owned, backup)

  const restored = await reopen(owned)
  const { rows } = await restored.query(`select rolsuper as super from pg_roles where rolname = current_user`)
  expect(rows).toEqual([{ super: false }])
  expect(await contentOf(restored)).toEqual(content)
  await restored.close()
})
