// What breaks beside an attack: the process killed while it writes, the database or the mail server away, the disk full,
// clients that never finish. What was acknowledged stays, what cannot be done is refused as such, and all is well after.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMailServer } from '../../e2e/fixtures/mail-server.ts'
import { ensureTemplate } from '../../e2e/fixtures/template.ts'
import { freePort } from '../harness/free-port.ts'
import { type Answer, type Call, send } from '../harness/http.ts'
import { serviceCall } from '../harness/people.ts'
import { createPostgres } from '../harness/postgres.ts'
import { type Failure, histogram, type Report, rounded, times } from '../harness/report.ts'
import { launch, type Site, startSite } from '../harness/site.ts'
import { browse } from '../harness/visitor.ts'
import type { Suite } from './suite.ts'

type Part = () => Promise<Pick<Report, 'figures' | 'failures'>>

const skip = (skipped: string): Pick<Report, 'figures' | 'failures'> => ({ figures: { skipped }, failures: [] })

export const faults: Suite = async () => {
  const figures: Report['figures'] = {}
  const failures: Failure[] = []
  for (const [name, part] of Object.entries({ killed, databaseAway, mailAway, diskFull, slowClients })) {
    const found = await part().catch((error: unknown) => ({ figures: {}, failures: [{ what: String(error) }] }))
    for (const [figure, value] of Object.entries(found.figures)) figures[`${name}: ${figure}`] = value
    for (const failure of found.failures) failures.push({ ...failure, what: `${name}: ${failure.what}` })
  }
  return { suite: 'faults', figures, failures }
}

const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms))

const asService = (site: Site) => ({
  apikey: site.keys.secretKey,
  authorization: `Bearer ${site.keys.secretKey}`,
  'content-type': 'application/json',
})

/** Writes rows until told to stop; returns the names of those that were acknowledged. */
async function write(
  site: Site,
  prefix: string,
  isOver: () => boolean,
  kept: string[] = [],
): Promise<{ kept: string[]; answers: Answer[] }> {
  const answers: Answer[] = []
  for (let n = 0; !isOver(); n++) {
    const name = `${prefix} ${n}`
    const call = {
      // An address of its own: whoever reads meanwhile must not use up what one network may ask for.
      from: '127.0.0.4',
      method: 'POST',
      path: '/rest/v1/car_makes',
      headers: asService(site),
      body: JSON.stringify({ name }),
    }
    const answer = await send(site.url, call, { timeoutMs: 40_000 })
    answers.push(answer)
    if (answer.status === 201) kept.push(name)
    // As many a second as one network may make.
    await pause(60)
  }
  return { kept, answers }
}

async function lostOf(site: Site, kept: string[]): Promise<string[]> {
  const rows = await serviceCall<{ name: string }[]>(site, 'GET', '/rest/v1/car_makes?select=name')
  const names = new Set(rows.map(({ name }) => name))
  return kept.filter((name) => !names.has(name))
}

/** Anything but success or a declared 503 is a failure. */
const undeclared = (answers: Answer[], isCut = false): Failure[] => {
  const wrong = answers.find(
    ({ status, headers }) => (status === 0 ? !isCut : status >= 500) && !(status === 503 && headers['retry-after']),
  )
  return wrong ? [{ what: `answered ${wrong.status || wrong.error}: ${wrong.text.slice(0, 200)}` }] : []
}

const ROWS_BEFORE_KILL = 60

const killed: Part = async () => {
  const site = await startSite()
  try {
    const kept: string[] = []
    const failures: Failure[] = []
    for (const round of [1, 2]) {
      let isOver = false
      const writers = [1, 2, 3].map((n) => write(site, `killed ${round} ${n}`, () => isOver, kept))
      for (let waited = 0; kept.length < round * ROWS_BEFORE_KILL && waited < 300; waited++) await pause(100)
      await site.stop('SIGKILL')
      isOver = true
      await Promise.all(writers)
      await site.start()
    }
    const lost = await lostOf(site, kept)
    if (kept.length < ROWS_BEFORE_KILL) failures.push({ what: `only ${kept.length} rows were written before the kill` })
    if (lost.length > 0) failures.push({ what: `${lost.length} acknowledged rows are gone, ${lost[0]} first` })
    return { figures: { 'rows acknowledged': kept.length, 'rows lost': lost.length }, failures }
  } finally {
    await site.remove()
  }
}

const databaseAway: Part = async () => {
  const postgres = await createPostgres()
  if (!postgres) return skip('PostgreSQL is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-attacks-'))
  const site = await launch(join(folder, 'data'), { DATABASE_URL: postgres.url })
  try {
    let isOver = false
    const answers: Answer[] = []
    const ask = async (call: Call) => {
      while (!isOver) {
        answers.push(await send(site.url, call, { timeoutMs: 40_000 }))
        await pause(20)
      }
    }
    const readers = [
      '/',
      '/vehicles',
      '/contact',
      '/rest/v1/vehicles?select=id&limit=5',
      '/auth/v1/settings',
      '/captcha/v1/',
    ]
    const working = readers.map((path) => ask({ path, headers: { apikey: site.keys.publishableKey } }))
    const writing = write(site, 'away', () => isOver)
    await pause(2000)
    postgres.stop()
    await pause(5000)
    const during = await send(site.url, { path: '/readyz' }, { timeoutMs: 40_000 })
    const { status: health } = await send(site.url, { path: '/healthz' })
    postgres.start()
    const seconds = await secondsUntilReady(site)
    await pause(3000)
    isOver = true
    await Promise.all(working)
    const written = await writing
    const failures = undeclared([...answers, ...written.answers])
    if (during.status !== 503) failures.push({ what: `/readyz said ${during.status} while the database was away` })
    if (health !== 200) failures.push({ what: `/healthz said ${health} while the database was away` })
    if (written.answers.at(-1)?.status !== 201) failures.push({ what: 'writes did not come back with the database' })
    const lost = await lostOf(site, written.kept)
    if (lost.length > 0) failures.push({ what: `${lost.length} acknowledged rows are gone` })
    const statuses = histogram([...answers, ...written.answers].map(({ status }) => status))
    return { figures: { statuses, 'seconds until ready again': rounded(seconds), 'rows lost': lost.length }, failures }
  } finally {
    await site.stop()
    postgres.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function secondsUntilReady(site: Site): Promise<number> {
  const started = Date.now()
  while (Date.now() - started < 60_000) {
    if ((await send(site.url, { path: '/readyz' }, { timeoutMs: 5000 })).status === 200) break
    await pause(100)
  }
  return (Date.now() - started) / 1000
}

const mailAway: Part = async () => {
  const port = await freePort()
  const site = await startSite({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  try {
    const body = JSON.stringify({ type: 'contact', to: 'waits@example.com', data: { name: 'A', message: 'Hello' } })
    const headers = { apikey: site.keys.publishableKey, 'content-type': 'application/json' }
    const sent = await send(site.url, { method: 'POST', path: '/functions/v1/send-email', headers, body })
    const failures: Failure[] = sent.status === 200 ? [] : [{ what: `the message was answered ${sent.status}` }]
    await pause(3000)
    const mail = await startMailServer(port)
    const started = Date.now()
    const arrived = await mail.waitFor('waits@example.com').catch(() => null)
    if (!arrived) failures.push({ what: 'the mail did not arrive after its server came back' })
    await mail.close()
    return { figures: { 'seconds until the mail arrived': rounded((Date.now() - started) / 1000) }, failures }
  } finally {
    await site.remove()
  }
}

const DISK_MIB = 160

/** A file system of its own, filled to the last block; where none may be mounted there is nothing to fill. */
const diskFull: Part = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-attacks-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', folder])
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true })
    return skip('no file system may be mounted here')
  }
  cpSync(await ensureTemplate(), join(folder, 'data'), { recursive: true })
  const site = await launch(join(folder, 'data'), {})
  try {
    let isOver = false
    const writing = write(site, 'full', () => isOver)
    await pause(500)
    const filler = join(folder, 'filler')
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'])
    const picture = await send(site.url, {
      method: 'POST',
      path: '/storage/v1/object/vehicle-images/full/a.png',
      headers: { ...asService(site), 'content-type': 'image/png' },
      body: PIXEL,
    })
    // Enough for the log of the database to need another block.
    for (let n = 0; n < 30; n++) await serviceWrite(site, `full wide ${n}`)
    await pause(3000)
    const health = await send(site.url, { path: '/healthz' })
    const page = await send(site.url, { path: '/' })
    rmSync(filler)
    const seconds = await secondsUntilReady(site)
    await pause(2000)
    isOver = true
    const { kept, answers } = await writing
    const failures = undeclared(answers)
    if (!site.isAlive()) failures.push({ what: 'the server ended' })
    if (health.status !== 200) failures.push({ what: `/healthz said ${health.status} with a full disk` })
    if (page.status !== 200 && page.status !== 503) failures.push({ what: `/ said ${page.status} with a full disk` })
    if (picture.status >= 500 && !picture.headers['retry-after'] && picture.status !== 507) {
      failures.push({
        what: `an upload was answered ${picture.status} with a full disk: ${picture.text.slice(0, 200)}`,
      })
    }
    if (answers.at(-1)?.status !== 201) failures.push({ what: `writes did not come back: ${answers.at(-1)?.text}` })
    const lost = await lostOf(site, kept)
    if (lost.length > 0) failures.push({ what: `${lost.length} acknowledged rows are gone` })
    const statuses = histogram(answers.map(({ status }) => status))
    return {
      figures: {
        statuses,
        'upload answered': picture.status,
        'page answered': page.status,
        'seconds until ready again': rounded(seconds),
        'rows lost': lost.length,
      },
      failures,
    }
  } finally {
    await site.stop()
    spawnSync('umount', [folder])
    rmSync(folder, { recursive: true, force: true })
  }
}

const serviceWrite = (site: Site, name: string) => {
  const body = JSON.stringify({ name: 'A', email: 'a@example.com', message: `${name} ${'x'.repeat(4000)}` })
  return send(
    site.url,
    { method: 'POST', path: '/rest/v1/contact_messages', headers: asService(site), body },
    { timeoutMs: 40_000 },
  )
}

/** The smallest picture there is. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const SLOW_CLIENTS = 600
const SLOW_SECONDS = 15

const slowClients: Part = async () => {
  const site = await startSite()
  try {
    const vehicles = await serviceCall<{ id: string }[]>(site, 'GET', '/rest/v1/vehicles?select=id&limit=10')
    const sockets = Array.from({ length: SLOW_CLIENTS }, (_, n) => holdOpen(site.url, n))
    let isOver = false
    const drip = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('x')
    }, 1000)
    setTimeout(() => {
      isOver = true
    }, SLOW_SECONDS * 1000)
    const visitor = {
      url: site.url,
      from: '127.0.0.3',
      headers: { apikey: site.keys.publishableKey },
      vehicleIds: vehicles.map(({ id }) => id),
    }
    const visit = await browse(visitor, () => isOver)
    clearInterval(drip)
    for (const socket of sockets) socket.destroy()
    if (!site.isAlive()) visit.failures.push({ what: 'the server ended' })
    return { figures: { connections: SLOW_CLIENTS, ...times('visitor', visit.ms) }, failures: visit.failures }
  } finally {
    await site.remove()
  }
}

/** Heads that never end, and bodies that never come. */
function holdOpen(url: string, n: number): Socket {
  const head = 'Host: localhost\r\nContent-Type: application/json\r\n'
  const begin =
    n % 2 === 0
      ? `GET / HTTP/1.1\r\n${head}X-Slow: `
      : `POST /functions/v1/send-email HTTP/1.1\r\n${head}Content-Length: 100000\r\n\r\n`
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: '127.0.0.2' })
  socket.on('error', () => {})
  socket.write(begin)
  return socket
}
