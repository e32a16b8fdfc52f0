// Applies the migrations in a folder. First come those in `local/`, which create what a hosted project already includes
// (roles, the auth and storage schemas), and then the product's own. Each file runs once, in a transaction, and must not
// change afterwards.

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AppliedMigration, BeforeBaseline, replaceByBaselines } from './baseline.ts'
import { type Database, DatabaseError, type Transaction } from './database.ts'

export interface MigrateOptions {
  directory: string
  /** Set when a backup is being restored. `only` contains the names of its migrations, and no others are applied. */
  restoring?: { only: ReadonlySet<string> }
}

interface Migration extends AppliedMigration {
  sql: string
}

export class MigrationError extends Error {
  override name = 'MigrationError'
}

/**
 * The id of an advisory lock, chosen arbitrarily. It makes processes that start at the same time migrate one after the
 * other.
 */
const LOCK_ID = 7_022_026

const NO_TIMEOUT = { timeoutMs: 0 }

const HISTORY = `
  create schema if not exists forecourt;
  create table if not exists forecourt.migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`

/** Returns the names of the files that this call applied. */
export async function migrate(db: Database, { directory, restoring }: MigrateOptions): Promise<string[]> {
  const all = await readAllMigrations(directory)
  const migrations = all.filter(({ name }) => restoring?.only.has(name) ?? true)
  if (!restoring) await refuseHalfRestored(db)
  const applied: string[] = []
  await db.transaction(async (tx) => {
    await lock(tx)
    await tx.exec(HISTORY)
    await checkHistory(tx, all, migrations)
  }, NO_TIMEOUT)
  for (const migration of migrations) {
    if (await apply(db, migration)) applied.push(migration.name)
  }
  return applied
}

export async function readAllMigrations(directory: string): Promise<Migration[]> {
  return [...(await readMigrations(join(directory, 'local'), 'local/')), ...(await readMigrations(directory, ''))]
}

/** Refuses a database whose history does not match these files. */
async function checkHistory(tx: Transaction, all: Migration[], wanted: Migration[]): Promise<void> {
  const applied = await readHistory(tx, all)
  const names = new Set(applied.map(({ name }) => name))
  const unknown = applied.find(({ name }) => !all.some((migration) => migration.name === name))
  if (unknown) {
    throw new MigrationError(
      `The database has migration ${unknown.name}, which is unknown to this version of Forecourt, so a newer version must have opened it. Start that version, or restore a backup`,
    )
  }
  for (const { name } of wanted) {
    const later = applied.find((other) => isLocal(other.name) === isLocal(name) && other.name > name)
    if (later && !names.has(name)) {
      throw new MigrationError(
        `Migration ${name} is dated before ${later.name}, which has already been applied. Give the migration a later date`,
      )
    }
  }
}

/** The applied migrations. In a database from before the baselines, the baselines replace the older files. */
async function readHistory(tx: Transaction, all: Migration[]): Promise<AppliedMigration[]> {
  const { rows: history } = await tx.query<AppliedMigration>('select name, checksum from forecourt.migrations')
  try {
    const applied = replaceByBaselines(history, all)
    if (applied !== history) {
      await tx.query('delete from forecourt.migrations')
      for (const { name, checksum } of applied) await record(tx, name, checksum)
    }
    return applied
  } catch (error) {
    if (error instanceof BeforeBaseline) throw new MigrationError(`The database cannot be opened: ${error.message}`)
    throw error
  }
}

const isLocal = (name: string) => name.startsWith('local/')

const record = (tx: Transaction, name: string, checksum: string) =>
  tx.query('insert into forecourt.migrations (name, checksum) values ($1, $2)', [name, checksum])

/** An interrupted restore leaves part of a site, which must not start as if it were complete. */
async function refuseHalfRestored(db: Database): Promise<void> {
  const { rows } = await db.query<{ found: boolean }>(`select to_regclass('forecourt.restoring') is not null as found`)
  if (!rows[0]?.found) return
  throw new MigrationError(
    'A backup is being restored into this database. If the restore was interrupted, create an empty database and restore the backup into that instead.',
  )
}

async function readMigrations(directory: string, prefix: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()
  const twin = files.find((file, index) => file.slice(0, 14) === files[index - 1]?.slice(0, 14))
  // A hosted project identifies a migration by these digits alone.
  if (twin) throw new MigrationError(`Migration ${prefix}${twin} has the same 14 digits as another migration`)
  return Promise.all(
    files.map(async (file) => {
      if (!/^\d{14}_[a-z0-9_]+\.sql$/.test(file)) {
        throw new MigrationError(`Migration ${prefix}${file} must be named <14 digits>_<name>.sql`)
      }
      const sql = await readFile(join(directory, file), 'utf8')
      return { name: `${prefix}${file}`, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

function apply(db: Database, { name, sql, checksum }: Migration): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lock(tx)
    const { rows } = await tx.query<{ checksum: string }>('select checksum from forecourt.migrations where name = $1', [
      name,
    ])
    if (rows[0]) {
      if (rows[0].checksum === checksum) return false
      throw new MigrationError(
        `Migration ${name} was changed after it ran. Restore it, and make the change in a new file`,
      )
    }
    try {
      await tx.exec(sql)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      throw new MigrationError(`Migration ${name} failed: ${error.message}`, { cause: error })
    }
    await record(tx, name, checksum)
    await tx.query(`notify pgrst, 'reload schema'`) // for rest services that are already running
    return true
  }, NO_TIMEOUT)
}

async function lock(tx: Transaction): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [LOCK_ID])
}
