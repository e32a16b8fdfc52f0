// Restores rows into an empty database. The database is first migrated to the backup's version, filled and compared
// with the backup. Only then is it migrated to the current version, as the site itself would have been.

import { type AppliedMigration, BeforeBaseline, replaceByBaselines } from '../db/baseline.ts'
import type { Database, Queryable, Transaction } from '../db/database.ts'
import { migrate, readAllMigrations } from '../db/migrate.ts'
import { BackupError, type Manifest, type TableEntry } from './format.ts'
import { fitTable, loadTable, sumRows } from './rows.ts'
import { keyOf, readSequences, readTables, type Table } from './tables.ts'

export interface RestoreRows {
  root: string
  manifest: Manifest
  migrationsDir: string
  /** Whether emails and listings are held until an admin releases them. */
  hold: boolean
  say(line: string): void
}

const NO_TIMEOUT = { timeoutMs: 0 }

/** Refuses a backup that contains migrations unknown to this version. */
export async function requireKnownMigrations(manifest: Manifest, migrationsDir: string): Promise<void> {
  const all = await readAllMigrations(migrationsDir)
  const known = new Map(all.map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of migrationsOf(manifest, all)) {
    const ours = known.get(name)
    if (ours === undefined) {
      throw new BackupError(
        `The backup was made by a newer version of Forecourt (${manifest.version}, with ${name}). Restore it with that version`,
      )
    }
    if (ours !== checksum) {
      throw new BackupError(`The backup was made by a different build of Forecourt: its migration ${name} differs`)
    }
  }
}

function migrationsOf(manifest: Manifest, all: AppliedMigration[]): AppliedMigration[] {
  try {
    return replaceByBaselines(manifest.migrations, all)
  } catch (error) {
    if (error instanceof BeforeBaseline) throw new BackupError(`The backup cannot be restored: ${error.message}`)
    throw error
  }
}

/** The database must be empty. If this fails, the caller must empty it again. */
export async function restoreRows(db: Database, options: RestoreRows): Promise<void> {
  const { root, manifest, migrationsDir, hold, say } = options
  await db.exec(
    'create schema if not exists forecourt; create table forecourt.restoring (since timestamptz default now())',
  )
  const all = await readAllMigrations(migrationsDir)
  await migrate(db, {
    directory: migrationsDir,
    restoring: { only: new Set(migrationsOf(manifest, all).map(({ name }) => name)) },
  })
  await db.transaction((tx) => fill(tx, root, manifest, say), NO_TIMEOUT)
  const later = await migrate(db, {
    directory: migrationsDir,
    restoring: { only: new Set(all.map(({ name }) => name)) },
  })
  if (later.length > 0) say(`Migrations applied after the restore: ${later.length}.`)
  await db.exec('analyze')
  await db.transaction(async (tx) => {
    if (hold) {
      await tx.query(
        `insert into forecourt.outgoing_hold (made_at) values ($1)
         on conflict (is_only) do update set since = now(), made_at = excluded.made_at`,
        [manifest.madeAt],
      )
    }
    // From now on the site may start.
    await tx.query('drop table forecourt.restoring')
  })
}

async function fill(tx: Transaction, root: string, manifest: Manifest, say: RestoreRows['say']): Promise<void> {
  const tables = await readTables(tx)
  const entries = matchEntries(tables, manifest.tables, say)
  const all = tables.map(({ sql }) => sql)
  // The backup already contains the rows that triggers would add. Foreign keys are still checked. The owner may disable
  // triggers, whereas only a superuser may set session_replication_role, which would make the order of the tables
  // irrelevant.
  for (const sql of all) await tx.query(`alter table ${sql} disable trigger user`)
  await tx.query(`truncate ${all.join(', ')}`)
  for (const table of tables) {
    const entry = entries.get(keyOf(table)) as TableEntry
    const fitted = fitTable(table, entry)
    await loadTable(tx, fitted, entry, root)
    const { rows, rowSum } = await sumRows(tx, fitted)
    if (rows !== entry.rows || rowSum !== entry.rowSum) {
      throw new BackupError(
        `${keyOf(table)} differs from the backup after the restore: it has ${rows} rows instead of ${entry.rows}, or some rows have changed`,
      )
    }
    if (rows > 0) say(`${keyOf(table)}: ${rows} rows`)
  }
  for (const sql of all) await tx.query(`alter table ${sql} enable trigger user`)
  await setSequences(tx, manifest)
}

function matchEntries(tables: Table[], given: TableEntry[], say: RestoreRows['say']): Map<string, TableEntry> {
  const entries = new Map(given.map((entry) => [keyOf(entry), entry]))
  const missing = tables.find((table) => !entries.has(keyOf(table)))
  if (missing) throw new BackupError(`The backup does not match the version that made it: ${keyOf(missing)} is missing`)
  const ours = new Set(tables.map(keyOf))
  for (const { rows, ...entry } of given) {
    if (!ours.has(keyOf(entry)) && rows > 0)
      say(`Skipped ${keyOf(entry)} (${rows} rows) because it is not a Forecourt table.`)
  }
  return entries
}

async function setSequences(tx: Queryable, manifest: Manifest): Promise<void> {
  const given = new Map(manifest.sequences.map((sequence) => [keyOf(sequence), sequence]))
  for (const sequence of await readSequences(tx)) {
    const wanted = given.get(keyOf(sequence))
    if (!wanted)
      throw new BackupError(`The backup does not match the version that made it: ${keyOf(sequence)} is missing`)
    await tx.query('select setval($1::regclass, $2::bigint, $3)', [sequence.sql, wanted.value, wanted.isCalled])
  }
}

const NOT_OF_AN_EXTENSION = (catalogue: string, object: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${object}.oid and d.deptype = 'e')`

/** Refuses a PostgreSQL database that contains anything a site might own. */
export async function requireEmptyDatabase(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ found: string | null; restoring: boolean }>(
    `select coalesce(
       (select 'the schema ' || nspname from pg_namespace where nspname in ('auth', 'forecourt', 'storage') order by 1 limit 1),
       (select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace
        and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and ${NOT_OF_AN_EXTENSION('pg_class', 'c')} order by 1 limit 1)
     ) as found, to_regclass('forecourt.restoring') is not null as restoring`,
  )
  const { found = null, restoring = false } = rows[0] ?? {}
  if (restoring) {
    throw new BackupError(
      'A backup is being restored into the database at DATABASE_URL. If the restore was interrupted, create an empty database and restore the backup into that instead.',
    )
  }
  if (found !== null) {
    throw new BackupError(
      `The database at DATABASE_URL is not empty (${found}). A backup can only be restored into an empty database`,
    )
  }
}

/** Removes everything that a failed restore created in a database that was empty before. */
export async function emptyDatabase(db: Database): Promise<void> {
  await db.exec(`
    drop schema if exists auth cascade;
    drop schema if exists storage cascade;
    drop schema if exists forecourt cascade;
    do $$
    declare
      _drop text;
    begin
      -- Each list is complete before the first drop, which may cascade to others in it.
      foreach _drop in array array(
        select format('%s if exists public.%I',
          case c.relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, c.relname)
        from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
          and ${NOT_OF_AN_EXTENSION('pg_class', 'c')}
      ) || array(
        select 'routine if exists ' || p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
          and ${NOT_OF_AN_EXTENSION('pg_proc', 'p')}
      ) || array(
        select format('type if exists public.%I', t.typname) from pg_type t where t.typnamespace = 'public'::regnamespace
          and t.typtype in ('e', 'd') and ${NOT_OF_AN_EXTENSION('pg_type', 't')}
      ) loop
        execute format('drop %s cascade', _drop);
      end loop;
    end
    $$`)
}
