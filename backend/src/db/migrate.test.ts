import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPostgresDatabase, engines, testDirectory } from '../../test/engines.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'

function writeMigrations(files: Record<string, string>, directory = join(testDirectory(), randomUUID())): string {
  mkdirSync(join(directory, 'local'), { recursive: true })
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(directory, name), sql)
  return directory
}

const FIRST = '20300101000000_first.sql'
const SECOND = '20300101000001_second.sql'

describe.each(engines)('migrations on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())
  beforeEach(() => db.exec(`drop table if exists steps; delete from forecourt.migrations where name like '%2030%'`))

  const steps = async () => (await db.query('select step from steps order by at')).rows.map(({ step }) => step)
  const step = (name: string) =>
    `create table if not exists steps (step text, at serial); insert into steps (step) values ('${name}');`

  test('run in order, what is local first, and once', async () => {
    const directory = writeMigrations({
      [SECOND]: step('second'),
      [FIRST]: step('first'),
      'local/20300101000009_last.sql': step('local'),
    })

    expect(await migrate(db, { directory })).toEqual(['local/20300101000009_last.sql', FIRST, SECOND])
    expect(await migrate(db, { directory })).toEqual([])
    expect(await steps()).toEqual(['local', 'first', 'second'])
  })

  test('a file that was changed after it ran is refused by name', async () => {
    const directory = writeMigrations({ [FIRST]: step('first') })
    await migrate(db, { directory })
    writeMigrations({ [FIRST]: step('other') }, directory)

    await expect(migrate(db, { directory })).rejects.toThrow(
      `Migration ${FIRST} was changed after it ran: restore it, and make the change in a new file`,
    )
  })

  test('a file that fails leaves nothing of itself, and those before it stay', async () => {
    const directory = writeMigrations({ [FIRST]: step('first'), [SECOND]: `${step('second')} select 1 / 0;` })

    await expect(migrate(db, { directory })).rejects.toThrow(`Migration ${SECOND} failed: division by zero`)
    expect(await steps()).toEqual(['first'])

    writeMigrations({ [SECOND]: step('second') }, directory)
    expect(await migrate(db, { directory })).toEqual([SECOND])
  })

  test('a file with a name that does not sort is refused', async () => {
    const directory = writeMigrations({ '1_first.sql': 'select 1' })

    await expect(migrate(db, { directory })).rejects.toThrow('1_first.sql must be named <14 digits>_<name>.sql')
  })

  test('two files with the same digits are refused: a hosted project could not tell them apart', async () => {
    const directory = writeMigrations({ '20260101000000_one.sql': 'select 1', '20260101000000_two.sql': 'select 2' })

    await expect(migrate(db, { directory })).rejects.toThrow('20260101000000_two.sql has the same 14 digits')
  })

  test('started twice at once, every file still runs once', async () => {
    const directory = writeMigrations({ [FIRST]: step('first'), [SECOND]: step('second') })

    const applied = await Promise.all([1, 2, 3].map(() => migrate(db, { directory })))

    expect(applied.flat().sort()).toEqual([FIRST, SECOND])
    expect(await steps()).toEqual(['first', 'second'])
  })
})

test('several processes that start at the same moment share the work on PostgreSQL', async () => {
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
