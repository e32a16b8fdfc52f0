// Tests the embedded database on a disk that loses unsynced writes. Every round opens what the last power cut left, and
// the next cut may come during recovery.
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { createRandom } from '../../attacks/harness/random.ts'
import { openPglite } from '../../backend/src/db/open-pglite.ts'
import type { Outcome, Part } from '../part.ts'
import type { CutFigures } from './forgetful-files.ts'
import type { Found, Round, RoundMessage } from './write-until-cut.ts'

const MOST_CHANGES = 1500
/** The share of cuts that come during the first changes, while the database is recovering. */
const EARLY = { chance: 0.15, changes: 60 }

interface CutOptions {
  rounds: number
  seed: number
  sync: boolean
}

interface CutResult {
  rounds: number
  acknowledged: number
  /** Power cuts that happened before the database had reopened. */
  whileRecovering: number
  lost: number
  torn: number
  /** Why the database did not open, or what was damaged. */
  damage: string[]
  figures: CutFigures
}

/** Stops at the first sign of damage. */
async function cutPower({ rounds, seed, sync }: CutOptions): Promise<CutResult> {
  const place = await mkdtemp(join(tmpdir(), 'forecourt-power-'))
  const folder = join(place, 'database')
  const random = createRandom(seed)
  const shared = new Int32Array(new SharedArrayBuffer(4))
  const code = compiledCode()
  const figures = { unsyncedSectors: 0, lostSectors: 0, unsyncedNames: 0, lostNames: 0 }
  const result: CutResult = { rounds: 0, acknowledged: 0, whileRecovering: 0, lost: 0, torn: 0, damage: [], figures }
  try {
    await (await openPglite({ dataDir: folder, sync, code })).close()
    while (result.rounds < rounds && result.damage.length === 0) {
      const cutAt = 1 + (random.chance(EARLY.chance) ? random.below(EARLY.changes) : random.below(MOST_CHANGES))
      const target = join(place, 'next')
      await run({ folder, target, sync, seed: seed + result.rounds, cutAt, code, shared }, result)
      if (result.damage.length > 0) break
      result.rounds++
      await rm(folder, { recursive: true })
      await rm(`${folder}.removed`, { recursive: true, force: true })
      await rename(target, folder)
    }
    result.acknowledged = Atomics.load(shared, 0)
    if (result.damage.length === 0) result.damage.push(...(await examine(folder, shared)))
    return result
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

async function run(round: Round, result: CutResult): Promise<void> {
  const worker = new Worker(new URL('./write-until-cut.mjs', import.meta.url), {
    workerData: round,
  })
  const acknowledgedBefore = Atomics.load(round.shared, 0)
  let isOpen = false
  let isCut = false
  await new Promise<void>((resolve) => {
    worker.on('message', (message: RoundMessage) => {
      if (message.kind === 'opened') {
        isOpen = true
        judge(message.found, acknowledgedBefore, result)
      } else {
        isCut = true
        for (const name of Object.keys(result.figures) as (keyof CutFigures)[])
          result.figures[name] += message.figures[name]
      }
    })
    worker.on('error', (error) => result.damage.push(String(error)))
    worker.on('exit', () => resolve())
  })
  if (!isCut && result.damage.length === 0) result.damage.push('the database exited without a power cut')
  if (!isOpen) result.whileRecovering++
}

function judge({ rows, highest, torn }: Found, acknowledged: number, result: CutResult): void {
  const lost = Math.max(0, acknowledged - rows)
  result.lost += lost
  result.torn += torn
  if (lost > 0) result.damage.push(`${lost} acknowledged transactions are lost`)
  if (torn > 0) result.damage.push(`${torn} transactions are partial`)
  if (highest > acknowledged + 1) result.damage.push(`transaction ${highest} was never sent`)
}

/** Checks every page of every table and index at the end. */
async function examine(folder: string, shared: Int32Array): Promise<string[]> {
  const copy = `${folder}.examined`
  await cp(folder, copy, { recursive: true })
  const damage: string[] = []
  try {
    const engine = await PGlite.create({ dataDir: copy, extensions: { amcheck } })
    await engine.exec('create extension if not exists amcheck')
    const { rows } = await engine.query<{ n: number }>('select count(*)::int as n from ledger')
    const lost = Atomics.load(shared, 0) - (rows[0]?.n ?? 0)
    if (lost > 0) damage.push(`${lost} acknowledged transactions are lost`)
    await engine.exec(`
      select bt_index_check(c.oid, true) from pg_class c join pg_am a on a.oid = c.relam and a.amname = 'btree'
      where c.relkind = 'i'`)
    const { rows: found } = await engine.query<{ msg: string }>(`
      select msg from pg_class c, lateral verify_heapam(c.oid) where c.relkind in ('r', 't', 'm') limit 5`)
    damage.push(...found.map(({ msg }) => msg))
    await engine.close()
  } catch (error) {
    damage.push(String(error))
  }
  return damage
}

let compiled: Round['code']

function compiledCode(): Round['code'] {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  const compile = (name: string) => new WebAssembly.Module(readFileSync(join(folder, name)))
  compiled ??= { pgliteWasmModule: compile('pglite.wasm'), initdbWasmModule: compile('initdb.wasm') }
  return compiled
}

const ROUNDS = { short: 2, long: 100 }
/** Part of the long run: without fsync there must be damage; otherwise the simulation would prove nothing. */
const UNSYNCED_ROUNDS = 10

export const powerCuts: Part = async ({ isShort, seed, rounds }): Promise<Outcome> => {
  const cut = await cutPower({ rounds: rounds ?? ROUNDS[isShort ? 'short' : 'long'], seed, sync: true })
  const failures = cut.damage.map((what) => ({ what: `after ${cut.rounds} cuts: ${what}` }))
  const { unsyncedSectors, lostSectors, unsyncedNames, lostNames } = cut.figures
  const synced = {
    fault: 'power cut, embedded database',
    rounds: cut.rounds,
    acknowledged: cut.acknowledged,
    lost: cut.lost,
    doubled: 0,
    notes: `${cut.whileRecovering} cuts during recovery; ${lostSectors} of ${unsyncedSectors} unsynced sectors and ${lostNames} of ${unsyncedNames} file names lost; all pages and indexes intact`,
  }
  if (isShort) return { rows: [synced], failures }

  const unsynced = await cutPower({ rounds: UNSYNCED_ROUNDS, seed, sync: false })
  if (unsynced.damage.length === 0)
    failures.push({ what: `${unsynced.rounds} cuts without fsync caused no damage, so the test proves nothing` })
  const control = {
    fault: 'control: the same with SYNC_WRITES=0, which must fail',
    rounds: unsynced.rounds + 1,
    acknowledged: unsynced.acknowledged,
    lost: unsynced.lost,
    notes: unsynced.damage[0] ?? 'no damage',
  }
  return { rows: [synced, control], failures }
}
