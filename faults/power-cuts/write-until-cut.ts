// A thread that opens a database on the simulated disk, checks its contents, and writes until the power cut.
import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { createRandom } from '../../attacks/harness/random.ts'
import { openPglite } from '../../backend/src/db/open-pglite.ts'
import type { WorkerOptions } from '../../backend/src/db/pglite-messages.ts'
import { type CutFigures, ForgetfulFiles } from './forgetful-files.ts'

export interface Round {
  folder: string
  target: string
  sync: boolean
  seed: number
  cutAt: number
  code: WorkerOptions['code']
  /** [0] is the number of the last acknowledged transaction. The array is shared by all rounds. */
  shared: Int32Array
}

export type RoundMessage = { kind: 'opened'; found: Found } | { kind: 'cut'; figures: CutFigures }

export interface Found {
  rows: number
  highest: number
  /** Partially written transactions. */
  torn: number
}

const round = workerData as Round
const tell = (message: RoundMessage) => parentPort?.postMessage(message)
const random = createRandom(round.seed)

const files = (folder: string) =>
  new ForgetfulFiles(folder, {
    random: () => random.below(2 ** 30) / 2 ** 30,
    cutAt: round.cutAt,
    target: round.target,
    onCut(figures) {
      tell({ kind: 'cut', figures })
      process.exit(0)
    },
  })

const engine = await openPglite({ dataDir: round.folder, sync: round.sync, code: round.code }, files)
tell({ kind: 'opened', found: await look(engine) })
for (let n = Atomics.load(round.shared, 0) + 1; ; n++) {
  await write(engine, n)
  Atomics.store(round.shared, 0, n)
  await work(engine, n)
}

/** An unacknowledged transaction may be present or missing, but never partial. */
async function look(engine: PGlite): Promise<Found> {
  await engine.exec(`
    create table if not exists ledger (n integer primary key, body text not null);
    create table if not exists mirror (n integer primary key);
    create table if not exists totals (id integer primary key, total integer not null);
    insert into totals select id, 0 from generate_series(0, 4) id on conflict do nothing`)
  const { rows } = await engine.query<Found>(`
    select count(l.n)::int as rows, coalesce(max(l.n), 0) as highest,
      (count(*) filter (where l.n is null or m.n is null)
        + abs(count(l.n) - (select sum(total) from totals)))::int as torn
    from ledger l full join mirror m on m.n = l.n`)
  const found = rows[0] as Found
  // The transaction was committed just before the power cut.
  if (found.highest === Atomics.load(round.shared, 0) + 1) Atomics.store(round.shared, 0, found.highest)
  return found
}

async function write(engine: PGlite, n: number): Promise<void> {
  const body = random.text(random.chance(0.1) ? 6000 : 100)
  await engine.transaction(async (tx) => {
    await tx.query('insert into ledger values ($1, $2)', [n, body])
    await tx.query('insert into mirror values ($1)', [n])
    await tx.query('update totals set total = total + 1 where id = $1', [n % 5])
  })
}

/** Maintenance and updates, as on a real site. */
async function work(engine: PGlite, n: number): Promise<void> {
  if (random.chance(0.05)) await engine.exec('checkpoint')
  if (random.chance(0.05)) await engine.exec(`create table if not exists scratch as select * from ledger limit 200`)
  if (random.chance(0.03)) await engine.exec('drop table if exists scratch')
  if (random.chance(0.03)) await engine.exec('vacuum totals')
  if (random.chance(0.02)) await engine.exec('reindex table mirror')
  if (random.chance(0.05)) await engine.query(`update ledger set body = body || '.' where n > $1`, [n - 20])
}
