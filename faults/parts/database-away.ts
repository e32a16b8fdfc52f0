// The PostgreSQL server restarts or fails over under load. Requests get a clear error during the fault, no acknowledged
// write is lost, and no reader sees stale data.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, send } from '../../attacks/harness/http.ts'
import { createPostgres, createStandby, type Postgres } from '../../attacks/harness/postgres.ts'
import { type Failure, histogram } from '../../attacks/harness/report.ts'
import { launch, type Site } from '../../attacks/harness/site.ts'
import { audit } from '../harness/audit.ts'
import { type BadLine, openBadLine } from '../harness/bad-line.ts'
import {
  type Acknowledged,
  countOf,
  createAcknowledged,
  createVehicle,
  pause,
  startLoad,
  undeclared,
} from '../harness/load.ts'
import { type Line, none, type Options, type Part } from '../part.ts'

const ROUNDS = { short: 1, long: 5 }
const AWAY_MS = 3000
const RECOVERY_LIMIT_MS = 60_000

type Fault = (postgres: Postgres, round: number) => Promise<void> | void

const restart =
  (mode: 'fast' | 'immediate'): Fault =>
  async (postgres) => {
    postgres.stop(mode)
    await pause(AWAY_MS)
    postgres.start()
  }

export const databaseRestarts: Part = async (options) => {
  const outcomes = [
    await breakDatabase('PostgreSQL restarted, fast', restart('fast'), options),
    await breakDatabase('PostgreSQL restarted, immediate', restart('immediate'), options),
  ]
  return { rows: outcomes.flatMap(({ rows }) => rows), failures: outcomes.flatMap(({ failures }) => failures) }
}

/** The site connects through a proxy that points to the primary, because the driver supports only one host. */
export const databaseFailsOver: Part = async (options) => {
  const fault = 'PostgreSQL fails over to its standby'
  const primary = await createPostgres()
  if (!primary) return none(fault, 'PostgreSQL is not installed')
  const line = await openBadLine(primary.port)
  const standby = await createStandby(primary)
  const failOver: Fault = async () => {
    // The proxy is switched deliberately early, so that for a moment it points to a standby that does not accept writes
    // yet.
    primary.stop('immediate')
    await line.set({ kind: 'well' }, standby.port)
    await pause(AWAY_MS)
    standby.promote()
  }
  try {
    return await breakDatabase(fault, failOver, { ...options, rounds: 1 }, { primary, line, last: standby.url })
  } finally {
    await line.close()
    standby.remove()
    primary.remove()
  }
}

interface Given {
  primary: Postgres
  line: BadLine
  last: string
}

async function breakDatabase(fault: string, happen: Fault, options: Options, given?: Given) {
  const postgres = given?.primary ?? (await createPostgres())
  if (!postgres) return none(fault, 'PostgreSQL is not installed')
  const rounds = options.rounds ?? ROUNDS[options.isShort ? 'short' : 'long']
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-faults-'))
  const url = given ? `postgres://postgres@127.0.0.1:${given.line.port}/postgres` : postgres.url
  const site = await launch(join(folder, 'data'), { DATABASE_URL: url, WORKERS: '2' })
  const kept = createAcknowledged()
  const failures: Failure[] = []
  const recovered: number[] = []
  const answers: Answer[] = []
  try {
    const vehicleId = await createVehicle(site)
    for (let round = 1; round <= rounds && failures.length === 0; round++) {
      const load = await startLoad(site, `${options.seed}-${round}`, kept, vehicleId)
      const reader = startReader(site, vehicleId, kept)
      await pause(1500)
      await happen(postgres, round)
      recovered.push(await secondsUntilRecovered(load.answers))
      await pause(1500)
      await load.stop()
      failures.push(...(await reader.stop()), ...undeclared(load.answers))
      answers.push(...load.answers, ...reader.answers)
      if (recovered.at(-1) === Number.POSITIVE_INFINITY) failures.push({ what: 'writes did not recover' })
    }
    await site.stop()
    const { lost, doubled } = await audit(site, given?.last ?? url, kept)
    for (const name of lost.slice(0, 5)) failures.push({ what: `lost: ${name}` })
    for (const name of doubled.slice(0, 5)) failures.push({ what: `duplicated: ${name}` })
    const row: Line = {
      fault,
      rounds: recovered.length,
      acknowledged: countOf(kept),
      lost: lost.length,
      doubled: doubled.length,
      secondsToRecover: Math.max(0, ...recovered),
      notes: `responses ${histogram(answers.map(({ status }) => status))}; no stale reads`,
    }
    return { rows: [row], failures: failures.map(({ what }) => ({ what: `${fault}: ${what}` })) }
  } finally {
    await site.stop()
    if (!given) postgres.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The time until ten writes have succeeded. */
async function secondsUntilRecovered(answers: readonly Answer[]): Promise<number> {
  const started = Date.now()
  const from = answers.length
  while (Date.now() - started < RECOVERY_LIMIT_MS) {
    if (answers.slice(from).filter(({ status }) => status >= 200 && status < 300).length >= 10) {
      return Math.round((Date.now() - started) / 100) / 10
    }
    await pause(50)
  }
  return Number.POSITIVE_INFINITY
}

/**
 * Responses to anonymous requests are cached, but must never contain a price that was replaced before the request was
 * made.
 */
function startReader(site: Site, vehicleId: string, kept: Acknowledged) {
  const answers: Answer[] = []
  const failures: Failure[] = []
  let isOver = false
  const path = `/rest/v1/vehicles?select=price&id=eq.${vehicleId}`
  const headers = { apikey: site.keys.publishableKey }
  const reading = (async () => {
    while (!isOver) {
      const least = kept.prices.get(vehicleId)?.acknowledged ?? 0
      const answer = await send(site.url, { path, headers, from: '127.0.0.7' }, { timeoutMs: 40_000 })
      answers.push(answer)
      const [row] = answer.status === 200 ? (JSON.parse(answer.text) as { price: number }[]) : []
      if (answer.status === 200 && (row?.price ?? 0) < least) {
        failures.push({ what: `read ${answer.text} after ${least} was acknowledged` })
      }
      // Pauses to stay below the per-network limits, because responses are immediate while the database is down.
      await pause(60)
    }
  })()
  return {
    answers,
    async stop() {
      isOver = true
      await reading
      return [...failures.slice(0, 3), ...undeclared(answers)]
    },
  }
}
