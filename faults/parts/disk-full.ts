// The disk is full, so the database, the pictures and the log cannot grow. Writes are refused with a clear message,
// everything else keeps working, and writes succeed again when there is space.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, send } from '../../attacks/harness/http.ts'
import { type Failure, histogram } from '../../attacks/harness/report.ts'
import { launch, type Site } from '../../attacks/harness/site.ts'
import { audit } from '../harness/audit.ts'
import { countOf, createAcknowledged, createVehicle, lostPictures, PIXEL, pause, startLoad } from '../harness/load.ts'
import { none, type Part } from '../part.ts'

const ROUNDS = { short: 1, long: 3 }
const DISK_MIB = 200
const FULL_MS = 8000
const RECOVERY_LIMIT_MS = 60_000
/** Long enough for the database's log to need another block soon. */
const WIDE = 4000

export const diskFull: Part = async ({ isShort, seed, rounds }) => {
  const fault = 'disk full, embedded'
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-faults-disk-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', folder]).status !== 0) {
    rmSync(folder, { recursive: true })
    return none(fault, 'file systems cannot be mounted')
  }
  const failures: Failure[] = []
  const answers: Answer[] = []
  const seen = { uploads: [] as number[], pages: [] as number[], seconds: [] as number[] }
  const kept = createAcknowledged()
  try {
    const site = await launch(join(folder, 'data'), { LOG_LEVEL: 'info', DEMO_STOCK: '0' })
    try {
      const vehicleId = await createVehicle(site)
      for (let round = 1; round <= (rounds ?? ROUNDS[isShort ? 'short' : 'long']); round++) {
        const load = await startLoad(site, `${seed}-${round}`, kept, vehicleId)
        await pause(1000)
        const filler = join(folder, 'filler')
        spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'])
        const until = Date.now() + FULL_MS
        while (Date.now() < until) await writeWide(site)
        seen.uploads.push(...(await judgeUpload(site, failures)))
        seen.pages.push(...(await judgePages(site, failures)))
        rmSync(filler)
        seen.seconds.push(await secondsUntilRecovered(site, failures))
        await load.stop()
        answers.push(...load.answers)
      }
      if (!site.isAlive()) failures.push({ what: 'the server exited' })
      const wrong = answers.find(
        ({ status, headers }) =>
          status === 0 || (status >= 400 && status !== 507 && !(status === 503 && headers['retry-after'])),
      )
      if (wrong) failures.push({ what: `a request got ${wrong.status || wrong.error}: ${wrong.text.slice(0, 300)}` })
      const pictures = await lostPictures(site, kept)
      await site.stop()
      const { lost, doubled } = await audit(site, undefined, kept)
      for (const name of [...lost, ...pictures].slice(0, 5)) failures.push({ what: `lost: ${name}` })
      for (const name of doubled.slice(0, 5)) failures.push({ what: `duplicated: ${name}` })
      return {
        rows: [
          {
            fault,
            rounds: seen.seconds.length,
            acknowledged: countOf(kept),
            lost: lost.length + pictures.length,
            doubled: doubled.length,
            secondsToRecover: Math.max(...seen.seconds),
            notes: `responses ${histogram(answers.map(({ status }) => status))}; uploads ${histogram(seen.uploads)}; pages ${histogram(seen.pages)}`,
          },
        ],
        failures,
      }
    } finally {
      await site.stop()
    }
  } finally {
    spawnSync('umount', [folder])
    rmSync(folder, { recursive: true, force: true })
  }
}

const asService = ({ keys }: Site) => ({ apikey: keys.secretKey, authorization: `Bearer ${keys.secretKey}` })

async function writeWide(site: Site): Promise<Answer> {
  const body = JSON.stringify({ name: 'A', email: 'a@example.com', message: 'x'.repeat(WIDE) })
  const headers = { ...asService(site), 'content-type': 'application/json' }
  return send(site.url, { method: 'POST', path: '/rest/v1/contact_messages', headers, body }, { timeoutMs: 40_000 })
}

async function judgeUpload(site: Site, failures: Failure[]): Promise<number[]> {
  const { status, headers, text } = await send(site.url, {
    method: 'POST',
    path: '/storage/v1/object/vehicle-images/full/a.png',
    headers: { ...asService(site), 'content-type': 'image/png', 'x-upsert': 'true' },
    body: PIXEL,
  })
  const isDeclared = status === 507 || (status === 503 && headers['retry-after'])
  if (!isDeclared) failures.push({ what: `an upload got ${status} on a full disk: ${text.slice(0, 200)}` })
  return [status]
}

async function judgePages(site: Site, failures: Failure[]): Promise<number[]> {
  const health = await send(site.url, { path: '/healthz' })
  if (health.status !== 200) failures.push({ what: `/healthz returned ${health.status} on a full disk` })
  const statuses: number[] = []
  for (const path of ['/', '/vehicles', '/contact']) {
    const { status } = await send(site.url, { path }, { timeoutMs: 40_000 })
    statuses.push(status)
    if (status !== 200 && status !== 503) failures.push({ what: `${path} returned ${status} on a full disk` })
  }
  return statuses
}

async function secondsUntilRecovered(site: Site, failures: Failure[]): Promise<number> {
  const started = Date.now()
  let answer: Answer | undefined
  while (Date.now() - started < RECOVERY_LIMIT_MS) {
    answer = await writeWide(site)
    if (answer.status === 201) return Math.round((Date.now() - started) / 100) / 10
    await pause(200)
  }
  failures.push({ what: `writes did not recover: ${answer?.status} ${answer?.text}` })
  return Number.POSITIVE_INFINITY
}
