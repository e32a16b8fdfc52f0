import { randomUUID } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPostgresDatabase, engines, migrationsDirectory, testDirectory } from '../../test/engines.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'

/** Adds files to the product's own migrations, which the database already has. */
function writeMigrations(files: Record<string, string>, directory = join(testDirectory(), randomUUID())): string {
  cpSync(migrationsDirectory, directory, { recursive: true })
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(directory, name), sql)
  return directory
}

/** The migrations that the baselines replaced, as applied on a real site. */
const BEFORE: Record<string, string> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../test/upgrades/d968e29/migrations.json'), 'utf8'),
)

const FIRST = '20300101000000_first.sql'
const SECOND = '20300101000001_second.sql'

describe.each(engines)('migrations on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())
  beforeEach(() =>
    db.exec(`drop table if exists steps; delete from forecourt.migrations where name ~ '^(local/)?2030'`),
  )

  const steps = async () => (await db.query('select step from steps order by at')).rows.map(({ step }) => step)
  const step = (name: string) =>
    `create table if not exists steps (step text, at serial); insert into steps (step) values ('${name}');`

  test('migrations run once and in order, starting with the local migrations', async () => {
    const directory = writeMigrations({
      [SECOND]: step('second'),
      [FIRST]: step('first'),
      'local/20300101000009_last.sql': step('local'),
    })

    expect(await migrate(db, { directory })).toEqual(['local/20300101000009_last.sql', FIRST, SECOND])
    expect(await migrate(db, { directory })).toEqual([])
    expect(await steps()).toEqual(['local', 'first', 'second'])
  })

  test('a file that was changed after it ran is refused, and the error names the file', async () => {
    const directory = writeMigrations({ [FIRST]: step('first') })
    await migrate(db, { directory })
    writeMigrations({ [FIRST]: step('other') }, directory)

    await expect(migrate(db, { directory })).rejects.toThrow(
      `Migration ${FIRST} was changed after it ran. Restore it, and make the change in a new file`,
    )
  })

  test('a file that fails is rolled back, and the files before it stay applied', async () => {
    const directory = writeMigrations({ [FIRST]: step('first'), [SECOND]: `${step('second')} select 1 / 0;` })

    await expect(migrate(db, { directory })).rejects.toThrow(`Migration ${SECOND} failed: division by zero`)
    expect(await steps()).toEqual(['first'])

    writeMigrations({ [SECOND]: step('second') }, directory)
    expect(await migrate(db, { directory })).toEqual([SECOND])
  })

  test('a file whose name does not start with 14 digits is refused', async () => {
    const directory = writeMigrations({ '1_first.sql': 'select 1' })

    await expect(migrate(db, { directory })).rejects.toThrow('1_first.sql must be named <14 digits>_<name>.sql')
  })

  test('a database with an unknown migration is refused, and the error names the migration', async () => {
    await migrate(db, { directory: writeMigrations({ [SECOND]: step('second') }) })

    await expect(migrate(db, { directory: migrationsDirectory })).rejects.toThrow(
      `The database has migration ${SECOND}, which is unknown to this version of Forecourt`,
    )
  })

  test('a file is refused if a file with a later date in the same folder has already run', async () => {
    const directory = writeMigrations({ [SECOND]: step('second') })
    await migrate(db, { directory })
    writeMigrations({ 'local/20300101000000_local.sql': step('local') }, directory)
    expect(await migrate(db, { directory })).toEqual(['local/20300101000000_local.sql'])

    writeMigrations({ [FIRST]: step('first') }, directory)
    await expect(migrate(db, { directory })).rejects.toThrow(
      `Migration ${FIRST} is dated before ${SECOND}, which has already been applied. Give the migration a later date`,
    )
    expect(await steps()).toEqual(['second', 'local'])
  })

  test('a database older than the baselines is refused unless it has run all the files that the baselines replaced', async () => {
    const directory = join(testDirectory(), randomUUID())
    cpSync(migrationsDirectory, directory, {
      recursive: true,
      filter: (path) => !/\d_(?!baseline)\w+\.sql$/.test(path),
    })
    const { rows } = await db.query<{ name: string; checksum: string }>(
      'select name, checksum from forecourt.migrations',
    )
    const setHistory = (history: typeof rows) =>
      db.transaction(async (tx) => {
        await tx.query('delete from forecourt.migrations')
        await tx.query(
          'insert into forecourt.migrations (name, checksum) select * from jsonb_to_recordset($1::jsonb) as h (name text, checksum text)',
          [JSON.stringify(history)],
        )
      })
    const before = Object.entries(BEFORE).map(([name, checksum]) => ({ name, checksum }))

    await setHistory(before.slice(0, -1))
    await expect(migrate(db, { directory })).rejects.toThrow(
      /too old for this version of Forecourt\. Start it once with commit [0-9a-f]{7}/,
    )
    await setHistory(before.with(3, { name: before[3]?.name ?? '', checksum: 'another' }))
    await expect(migrate(db, { directory })).rejects.toThrow('too old for this version')

    await setHistory(before)
    expect(await migrate(db, { directory })).toEqual([])
    const now = await db.query<{ name: string }>('select name from forecourt.migrations order by name')
    expect(now.rows.map(({ name }) => name.replace(/\d+/, ''))).toEqual(['_baseline.sql', 'local/_baseline.sql'])
    await setHistory(rows)
  })

  test('two files whose names start with the same digits are refused because a hosted project could not tell them apart', async () => {
    const directory = writeMigrations({ '20300101000000_one.sql': 'select 1', '20300101000000_two.sql': 'select 2' })

    await expect(migrate(db, { directory })).rejects.toThrow('20300101000000_two.sql has the same 14 digits')
  })

  test('every file runs only once, even if migrate is called several times at once', async () => {
    const directory = writeMigrations({ [FIRST]: step('first'), [SECOND]: step('second') })

    const applied = await Promise.all([1, 2, 3].map(() => migrate(db, { directory })))

    expect(applied.flat().sort()).toEqual([FIRST, SECOND])
    expect(await steps()).toEqual(['first', 'second'])
  })
})

test('several processes that start at the same time apply each migration once on PostgreSQL', async () => {
  const { url } = await createPostgresDatabase()
  const directory = writeMigrations({
    [FIRST]: 'create table steps (step text); select pg_sleep(0.2);',
    [SECOND]: `insert into steps values ('second');`,
  })
  const databases = await Promise.all([1, 2, 3].map(() => openPostgres({ connectionString: url })))

  const applied = await Promise.all(databases.map((db) => migrate(db, { directory })))

  expect(applied.flat().sort()).toEqual([FIRST, SECOND])
  await Promise.all(databases.map((db) => db.close()))
})
