// Tests a first start that is killed while it creates the database, and a migration that fails halfway.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../attacks/harness/free-port.ts'
import { createPostgres } from '../../attacks/harness/postgres.ts'
import { createRandom, type Random } from '../../attacks/harness/random.ts'
import type { Failure } from '../../attacks/harness/report.ts'
import { launch, root } from '../../attacks/harness/site.ts'
import type { Database } from '../../backend/src/db/database.ts'
import { migrate } from '../../backend/src/db/migrate.ts'
import { openDatabase } from '../../backend/src/db/open.ts'
import { serverArguments } from '../../scripts/server-arguments.mjs'
import { type Line, none, type Outcome, type Part } from '../part.ts'

const ROUNDS = { short: 2, long: 10 }
const BROKEN = '20990101000000_broken.sql'
const FIXED = 'create table public.half_way (id integer primary key);'

export const migrations: Part = async ({ isShort, seed, rounds }) => {
  const times = rounds ?? ROUNDS[isShort ? 'short' : 'long']
  const outcomes: Outcome[] = [await onEngine('embedded', undefined, times, createRandom(seed))]
  const postgres = await createPostgres()
  if (!postgres) outcomes.push(none('first start killed during migration, PostgreSQL', 'PostgreSQL is not installed'))
  else {
    try {
      outcomes.push(await onEngine('PostgreSQL', postgres.url, times, createRandom(seed)))
    } finally {
      postgres.remove()
    }
  }
  return { rows: outcomes.flatMap(({ rows }) => rows), failures: outcomes.flatMap(({ failures }) => failures) }
}

async function onEngine(
  name: string,
  databaseUrl: string | undefined,
  times: number,
  random: Random,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-faults-'))
  const dataDir = join(folder, 'data')
  const env: Record<string, string> = { DEMO_STOCK: '0', ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  const failures: Failure[] = []
  try {
    const whole = await secondsOfAStart(join(folder, 'measured'))
    for (let round = 0; round < times; round++) await killWhileStarting(dataDir, env, random.below(whole * 1000))
    const site = await launch(dataDir, env)
    await site.stop()
    const db = await openDatabase({ databaseUrl, dataDir })
    failures.push(...(await failHalfway(db, folder)).map((what) => ({ what: `${name}: ${what}` })))
    await db.close()
    const again = await launch(dataDir, env)
    await again.stop()
  } catch (error) {
    failures.push({ what: `${name}: ${String(error)}` })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const rows: Line[] = [
    {
      fault: `first start killed during migration, ${name}`,
      rounds: times,
      notes: 'the next start completes the migration',
    },
    {
      fault: `a migration fails halfway, ${name}`,
      rounds: 1,
      notes: 'the migration is rolled back, and applied once fixed',
    },
  ]
  return { rows, failures }
}

async function secondsOfAStart(dataDir: string): Promise<number> {
  const started = Date.now()
  const site = await launch(dataDir, { DEMO_STOCK: '0' })
  const seconds = (Date.now() - started) / 1000
  await site.stop()
  return seconds
}

async function killWhileStarting(dataDir: string, env: Record<string, string>, ms: number): Promise<void> {
  const child = spawn(process.execPath, serverArguments(), {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(await freePort()), DATA_DIR: dataDir, ...env },
    stdio: 'ignore',
  })
  setTimeout(() => child.kill('SIGKILL'), ms)
  await once(child, 'exit')
}

async function failHalfway(db: Database, folder: string): Promise<string[]> {
  const wrong: string[] = []
  const directory = join(folder, 'migrations')
  cpSync(join(root, 'supabase/migrations'), directory, { recursive: true })
  writeFileSync(join(directory, BROKEN), `${FIXED} select 1 / 0;`)
  const message = await migrate(db, { directory }).then(
    () => 'none',
    (error: Error) => error.message,
  )
  if (message !== `Migration ${BROKEN} failed: division by zero`) wrong.push(`the message was: ${message}`)
  const left = await db.query(`select to_regclass('public.half_way') is not null as is_left`)
  if (left.rows[0]?.is_left) wrong.push('the failed migration was not rolled back')
  writeFileSync(join(directory, BROKEN), FIXED)
  const applied = await migrate(db, { directory })
  if (applied.join() !== BROKEN) wrong.push(`once fixed, the migration applied ${applied.join() || 'nothing'}`)
  await db.exec('drop table public.half_way')
  await db.query('delete from forecourt.migrations where name = $1', [BROKEN])
  return wrong
}
