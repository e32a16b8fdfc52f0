// Tests of the database run on both engines: `describe.each(engines)('… on $name', ({ open }) => …)`.

import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '../src/db/database.ts'
import { openEmbedded } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { openPostgres } from '../src/db/postgres.ts'
import { once, onceText } from './once.ts'
import { startPooler } from './pgbouncer.ts'
import { startCluster } from './postgres-cluster.ts'

export interface Engine {
  name: 'pglite' | 'postgres'
  /** A new, migrated database for the test. */
  open(): Promise<Database>
}

const root = fileURLToPath(new URL('../../', import.meta.url))

export const migrationsDirectory = join(root, 'supabase/migrations')

const ENGINES: Engine[] = [
  { name: 'pglite', open: openFromSnapshot },
  { name: 'postgres', open: openFromTemplate },
]

/** Both engines, unless TEST_ENGINE names one, e.g. to test another version of PostgreSQL. */
export const engines = ENGINES.filter(({ name }) => (process.env.TEST_ENGINE ?? name) === name)

/**
 * For services and for the schema, whose statements are the same on both engines: PostgreSQL, which is several times as
 * fast, unless TEST_ENGINE names PGlite, as in `npm run test:long`. The browser tests also run the services on PGlite.
 */
export const serviceEngines = process.env.TEST_ENGINE ? engines : engines.filter(({ name }) => name === 'postgres')

/** The temporary folder of this run, removed when it ends. */
export function testDirectory(): string {
  const directory = process.env.FORECOURT_TEST_DIR
  if (!directory) throw new Error('Database tests need the global setup in backend/test/global-setup.ts')
  return directory
}

/** A cache that outlives a run, next to the packages. */
function packageCache(): string {
  const folder = join(root, 'node_modules/.cache/forecourt')
  mkdirSync(folder, { recursive: true })
  return folder
}

/** The empty databases that CREATE DATABASE copies, which no test needs, make up half of the files in a data folder. */
const UNUSED = ['update pg_database set datistemplate = false', 'drop database template0', 'drop database template1']

/** A tar of a migrated data folder, cached between runs until a migration changes. */
export async function embeddedSnapshot(): Promise<string> {
  return once(join(packageCache(), `embedded-${fingerprint()}.tar`), async (file) => {
    const db = await openEmbedded({ dataDir: 'memory' })
    await migrate(db, { directory: migrationsDirectory })
    for (const statement of UNUSED) await db.exec(statement)
    await db.dump(file)
    await db.close()
  })
}

/** Puts a migrated database into a new folder. The copy opens in half the time that a start from the snapshot takes. */
export async function fillEmbedded(dataDir: string): Promise<string> {
  const filled = await once(join(testDirectory(), 'embedded'), async (folder) => {
    await (await openEmbedded({ dataDir: folder, snapshot: await embeddedSnapshot(), sync: false })).close()
  })
  await cp(filled, dataDir, { recursive: true, errorOnExist: true, force: false })
  return dataDir
}

async function openFromSnapshot(): Promise<Database> {
  return openEmbedded({ dataDir: 'memory', snapshot: await embeddedSnapshot() })
}

/** The socket of the temporary PostgreSQL, which the first call starts. */
export function postgresSocket(): Promise<string> {
  const directory = testDirectory()
  return onceText(join(directory, 'socket'), async () => startCluster(directory))
}

export function connectionString(socket: string, database: string, user = 'postgres'): string {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(socket)}`
}

/** Adds the host that the configuration requires; the socket overrides it. */
export const addressOf = (url: string) => url.replace('@/', '@localhost/')

export async function openFromTemplate(): Promise<Database> {
  const { url } = await createPostgresDatabase()
  const addresses = process.env.TEST_POOLER ? await throughPooler(url) : { connectionString: url }
  return openPostgres({ ...addresses, maxConnections: 4 })
}

/** The same database through PgBouncer; TEST_POOLER=1 makes all tests use it. */
export async function throughPooler(url: string): Promise<{ connectionString: string; directUrl: string }> {
  const directory = testDirectory()
  const socket = await onceText(join(directory, 'pooler'), async () => startPooler(directory, await postgresSocket()))
  const pooled = new URL(addressOf(url))
  pooled.searchParams.set('host', socket)
  return { connectionString: pooled.href, directUrl: url }
}

/** A migrated database on the temporary PostgreSQL, for tests that open it themselves. */
export async function createPostgresDatabase(): Promise<{ database: string; socket: string; url: string }> {
  const socket = await postgresSocket()
  const template = await onceText(join(testDirectory(), 'template'), () => createTemplate(socket))
  const database = `test_${randomUUID().replaceAll('-', '')}`
  await administer(socket, `create database ${database} template ${template}`)
  return { database, socket, url: connectionString(socket, database) }
}

/** A database on the temporary PostgreSQL that is not migrated. */
export async function openEmptyPostgres(): Promise<Database> {
  const socket = await postgresSocket()
  const database = `empty_${randomUUID().replaceAll('-', '')}`
  await administer(socket, `create database ${database}`)
  return openPostgres({ connectionString: connectionString(socket, database), maxConnections: 1 })
}

async function createTemplate(socket: string): Promise<string> {
  await administer(socket, 'create database forecourt_template')
  const db = await openPostgres({ connectionString: connectionString(socket, 'forecourt_template') })
  await migrate(db, { directory: migrationsDirectory })
  await db.close()
  return 'forecourt_template'
}

/** Runs a statement on the cluster itself. */
export async function administer(socket: string, sql: string): Promise<void> {
  const db = await openPostgres({ connectionString: connectionString(socket, 'postgres'), maxConnections: 1 })
  try {
    await db.query(sql)
  } finally {
    await db.close()
  }
}

function fingerprint(): string {
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(UNUSED.join())
  for (const folder of [join(migrationsDirectory, 'local'), migrationsDirectory]) {
    for (const file of readdirSync(folder).sort()) {
      if (file.endsWith('.sql')) hash.update(file).update(readFileSync(join(folder, file)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}
