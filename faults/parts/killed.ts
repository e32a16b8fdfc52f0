// Kills the site with kill -9 under load, repeatedly on the same data.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgres } from '../../attacks/harness/postgres.ts'
import { createRandom } from '../../attacks/harness/random.ts'
import type { Failure } from '../../attacks/harness/report.ts'
import { launch, type Site } from '../../attacks/harness/site.ts'
import { type MailServer, startMailServer } from '../../e2e/fixtures/mail-server.ts'
import { audit } from '../harness/audit.ts'
import {
  type Acknowledged,
  countOf,
  createAcknowledged,
  createVehicle,
  lostPictures,
  pause,
  startLoad,
  undeclared,
} from '../harness/load.ts'
import { startNewSite } from '../harness/site.ts'
import { type Line, none, type Options, type Part } from '../part.ts'

const ROUNDS = { short: 1, long: 100 }
/** The kill comes at a random moment after this many writes. */
const WRITES_A_ROUND = 25
const MOST_DELAY_MS = 400
const PATIENCE_MS = 60_000

export const killedEmbedded: Part = async (options) => {
  const mail = await startMailServer()
  const site = await startNewSite({ SMTP_URL: mail.url })
  try {
    return await kill('kill -9, embedded', site, undefined, mail, options)
  } finally {
    await site.remove()
    await mail.close()
  }
}

export const killedOnPostgres: Part = async (options) => {
  const postgres = await createPostgres()
  if (!postgres) return none('kill -9, PostgreSQL', 'PostgreSQL is not installed')
  const mail = await startMailServer()
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-faults-'))
  // The primary process and its two workers are killed at the same time.
  const env = { DATABASE_URL: postgres.url, SMTP_URL: mail.url, WORKERS: '2' }
  const site = await launch(join(folder, 'data'), env)
  try {
    return await kill('kill -9, PostgreSQL, 2 workers', site, postgres.url, mail, options)
  } finally {
    await site.stop()
    postgres.remove()
    await mail.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function kill(fault: string, site: Site, databaseUrl: string | undefined, mail: MailServer, options: Options) {
  const rounds = options.rounds ?? ROUNDS[options.isShort ? 'short' : 'long']
  const random = createRandom(options.seed)
  const kept = createAcknowledged()
  const failures: Failure[] = []
  const vehicleId = await createVehicle(site)
  const starts: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const before = countOf(kept)
    const load = await startLoad(site, String(round), kept, vehicleId)
    const deadline = Date.now() + PATIENCE_MS
    while (countOf(kept) < before + WRITES_A_ROUND && Date.now() < deadline) await pause(20)
    await pause(random.below(MOST_DELAY_MS))
    await site.stop('SIGKILL')
    await load.stop()
    failures.push(...undeclared(load.answers, true))
    if (countOf(kept) < before + WRITES_A_ROUND) failures.push({ what: `round ${round} had too little load` })
    const started = Date.now()
    await site.start()
    starts.push(Date.now() - started)
    if (failures.length > 0) break
  }
  const pictures = await lostPictures(site, kept)
  await site.stop()
  const { lost, doubled } = await audit(site, databaseUrl, kept)
  const again = await countEmails(mail, kept)
  for (const name of [...pictures, ...lost].slice(0, 5)) failures.push({ what: `lost: ${name}` })
  for (const name of [...doubled, ...again.doubled].slice(0, 5)) failures.push({ what: `duplicated: ${name}` })
  const line: Line = {
    fault,
    rounds: starts.length,
    acknowledged: countOf(kept),
    lost: lost.length + pictures.length,
    doubled: doubled.length + again.doubled.length,
    secondsToRecover: Math.round(Math.max(0, ...starts) / 100) / 10,
    notes: `enquiries ${kept.enquiries.length}, messages ${kept.messages.length}, sign-ups ${kept.signUps.length}, pictures ${kept.pictures.size}, edits ${kept.edits}; emails delivered ${again.delivered}, of which ${again.repeated} twice with the same Message-ID`,
  }
  return { rows: [line], failures }
}

/** SMTP guarantees at-least-once delivery: an email may arrive again with the same Message-ID. */
async function countEmails(mail: MailServer, kept: Acknowledged) {
  const result = { delivered: 0, repeated: 0, doubled: [] as string[] }
  for (const name of kept.enquiries) {
    const address = `${name.replaceAll(' ', '-').toLowerCase()}@example.com`
    const ids = mail.to(address).map(({ messageId }) => messageId)
    const different = new Set(ids).size
    result.delivered += different
    result.repeated += ids.length - different
    if (different > 1) result.doubled.push(`emails to ${address}: ${different}`)
  }
  return result
}
