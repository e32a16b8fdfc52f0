// The mail server and AutoTrader refuse connections, hang and cut replies off. Pages and leads are unaffected. Emails
// and listings are retried with growing pauses, shown in the back office in the meantime, and delivered when the mail
// server or AutoTrader works again.
import { send } from '../../attacks/harness/http.ts'
import { serviceCall } from '../../attacks/harness/people.ts'
import type { Failure } from '../../attacks/harness/report.ts'
import type { Site } from '../../attacks/harness/site.ts'
import { startMailServer } from '../../e2e/fixtures/mail-server.ts'
import { type ReceivedRequest, startHttpServer } from '../../supabase/functions/_shared/testing/http-server.ts'
import { type BadLine, type Mood, openBadLine } from '../harness/bad-line.ts'
import { createVehicle, pause, signInToOffice, VEHICLE } from '../harness/load.ts'
import { startNewSite } from '../harness/site.ts'
import type { Outcome, Part } from '../part.ts'

const PAGES = ['/', '/vehicles', '/contact', '/rest/v1/vehicles?select=id&limit=5']
const PAGE_LIMIT_MS = 5000
const DELIVERY_LIMIT_MS = 90_000

/** How long each fault lasts. The first lasts as long as the first few pauses, and `hangs` lasts longer than the timeout. */
const DAYS = { first: 40_000, refuses: 3000, hangs: 18_000, half: 5000, unheard: 5000 }

export const mailInTrouble: Part = async () => {
  const failures: Failure[] = []
  const mail = await startMailServer()
  const line = await openBadLine(Number(new URL(mail.url).port))
  const site = await startNewSite({ SMTP_URL: `smtp://127.0.0.1:${line.port}` })
  const sent: string[] = []
  try {
    const vehicleId = await createVehicle(site)
    const days: [Mood, number][] = [
      // Closes every connection immediately, to measure the pauses between retries.
      [{ kind: 'half', bytes: 0 }, DAYS.first],
      [{ kind: 'refuses' }, DAYS.refuses],
      [{ kind: 'hangs' }, DAYS.hangs],
      [{ kind: 'half', bytes: 60 }, DAYS.half],
      // The server accepts the email, but its reply is lost. This is the one case in which SMTP delivers twice.
      [{ kind: 'unheard', after: /(^|\n)250 2?.*(queued|OK: message)/i }, DAYS.unheard],
    ]
    for (const [mood, ms] of days) {
      await line.set(mood)
      sent.push(await enquire(site, `${sent.length}-${mood.kind}@example.com`, vehicleId, failures))
      if (sent.length > 1) await retry(site)
      failures.push(...(await checkPages(site, mood.kind, ms)))
      if (sent.length === 1) failures.push(...growing(line))
    }
    const shown = await undelivered(site)
    if (shown === 0) failures.push({ what: 'the back office does not show undelivered items' })
    await line.set({ kind: 'well' })
    const started = Date.now()
    await retry(site)
    const arrived = () => sent.filter((address) => mail.to(address).length > 0)
    while (arrived().length < sent.length && Date.now() - started < DELIVERY_LIMIT_MS) await pause(200)
    const seconds = Math.round((Date.now() - started) / 100) / 10
    await pause(2000)
    const ids = sent.map((address) => mail.to(address).map(({ messageId }) => messageId))
    const lost = ids.filter((each) => each.length === 0).length
    const doubled = ids.filter((each) => new Set(each).size > 1).length
    const repeated = ids.reduce((sum, each) => sum + each.length - new Set(each).size, 0)
    if (lost > 0) failures.push({ what: `${lost} emails did not arrive` })
    if (doubled > 0) failures.push({ what: `${doubled} emails arrived twice with different Message-IDs` })
    return {
      rows: [
        {
          fault: 'SMTP refuses connections, hangs, cuts replies off, accepts an email without confirming it',
          rounds: days.length,
          acknowledged: sent.length,
          lost,
          doubled,
          secondsToRecover: seconds,
          notes: `pages and leads unaffected; ${line.tries.length} connections with growing pauses; ${repeated} emails arrived again with the same Message-ID (SMTP guarantees at-least-once delivery)`,
        },
      ],
      failures,
    }
  } finally {
    await site.remove()
    await line.close()
    await mail.close()
  }
}

async function enquire(site: Site, email: string, vehicleId: string, failures: Failure[]): Promise<string> {
  const lead = { name: 'Lead', email, phone: '01733 555 000', message: 'Is it still there?' }
  const body = { ...lead, vehicle_id: vehicleId }
  const headers = { apikey: site.keys.publishableKey, 'content-type': 'application/json', prefer: 'return=minimal' }
  const call = { method: 'POST', path: '/rest/v1/enquiries', headers, body: JSON.stringify(body) }
  const answer = await send(site.url, call)
  if (answer.status !== 201) failures.push({ what: `a lead got ${answer.status}: ${answer.text.slice(0, 200)}` })
  return email
}

/** Visits pages while the fault lasts. */
async function checkPages(site: Site, day: string, ms: number): Promise<Failure[]> {
  const headers = { apikey: site.keys.publishableKey }
  const until = Date.now() + ms
  while (Date.now() < until) {
    for (const path of PAGES) {
      const { status, ms: took } = await send(site.url, { path, headers, from: '127.0.0.8' })
      if (status !== 200 || took > PAGE_LIMIT_MS) {
        return [{ what: `${day}: ${path} returned ${status} after ${Math.round(took)} ms` }]
      }
    }
    await pause(250)
  }
  return []
}

async function undelivered(site: Site): Promise<number> {
  const { token } = await signInToOffice(site)
  const headers = { apikey: site.keys.publishableKey, authorization: `Bearer ${token}` }
  const { status, text } = await send(site.url, { path: '/rest/v1/undelivered?select=id,last_error,attempts', headers })
  return status === 200 ? (JSON.parse(text) as unknown[]).length : 0
}

/** Presses the back office's retry button. */
async function retry(site: Site): Promise<void> {
  const { token } = await signInToOffice(site)
  const headers = {
    apikey: site.keys.publishableKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }
  await send(site.url, { method: 'POST', path: '/rest/v1/rpc/retry_undelivered', headers, body: '{}' })
}

/** Attempts closer together than the first pause count as one round. */
function growing({ tries }: BadLine): Failure[] {
  const pauses = tries.slice(1).map((at, index) => at - (tries[index] as number))
  const long = pauses.filter((ms) => ms > 2000)
  const first = long[0] ?? 0
  const last = long.at(-1) ?? 0
  return long.length >= 2 && last > first * 1.3
    ? []
    : [{ what: `pauses between attempts do not grow, in ms: ${pauses.join(', ')}` }]
}

export const autotraderInTrouble: Part = async (): Promise<Outcome> => {
  const failures: Failure[] = []
  let day: 'well' | 'refuses' | 'hangs' = 'well'
  /** AutoTrader's stock, keyed by our vehicle ids. AutoTrader refuses duplicates. */
  const stock = new Set<string>()
  let repeated = 0
  const autotrader = await startHttpServer(async ({ path, method, body }: ReceivedRequest) => {
    if (day === 'hangs') return 'hang'
    if (day === 'refuses') return { status: 503, body: { message: 'Try later' } }
    if (path === '/authenticate') {
      return { body: { access_token: 'token', expires_at: new Date(Date.now() + 900_000).toISOString() } }
    }
    if (method === 'GET') {
      const results = [...stock].map((id) => ({ metadata: { stockId: `at-${id}`, externalStockId: id } }))
      return { body: { results, totalResults: results.length } }
    }
    const id = (JSON.parse(body || '{}') as { metadata?: { externalStockId?: string } }).metadata?.externalStockId ?? ''
    if (method === 'POST' && stock.has(id)) {
      repeated++
      return { status: 409, body: { message: 'The vehicle already exists' } }
    }
    if (method === 'POST') stock.add(id)
    return { body: { metadata: { stockId: `at-${id}`, externalStockId: id } } }
  })
  const line = await openBadLine(Number(new URL(autotrader.url).port))
  const site = await startNewSite({
    AUTOTRADER_BASE_URL: `http://127.0.0.1:${line.port}`,
    AUTOTRADER_KEY: 'k',
    AUTOTRADER_SECRET: 's',
    AUTOTRADER_ADVERTISER_ID: '1',
  })
  const ids: string[] = []
  try {
    await serviceCall(site, 'PATCH', '/rest/v1/config?key=eq.EnableAutoTrader', { value: 'true' })
    const days: [name: string, begin: () => Promise<void>, ms: number][] = [
      ['refuses', () => line.set({ kind: 'refuses' }), 4000],
      ['returns 503', () => line.set({ kind: 'well' }), 4000],
      ['hangs', () => line.set({ kind: 'well' }), 20_000],
      ['cuts replies off', () => line.set({ kind: 'half', bytes: 40 }), 4000],
      ['accepts a listing without confirming it', () => line.set({ kind: 'unheard', after: /"stockId":"at-/ }), 4000],
    ]
    for (const [name, begin, ms] of days) {
      await begin()
      day = name === 'hangs' ? 'hangs' : name === 'returns 503' ? 'refuses' : 'well'
      ids.push(await saveVehicle(site, `Fault ${name}`))
      failures.push(...(await checkPages(site, name, ms)))
    }
    if ((await undelivered(site)) === 0) failures.push({ what: 'the back office does not show undelivered items' })
    day = 'well'
    await line.set({ kind: 'well' })
    const started = Date.now()
    await retry(site)
    const waiting = () => ids.filter((id) => !stock.has(id))
    while (waiting().length > 0 && Date.now() - started < DELIVERY_LIMIT_MS) await pause(200)
    const seconds = Math.round((Date.now() - started) / 100) / 10
    await pause(2000)
    const lost = waiting().length
    const doubled = stock.size - new Set(ids.filter((id) => stock.has(id))).size
    if (lost > 0) failures.push({ what: `${lost} listings did not arrive` })
    if (doubled > 0) failures.push({ what: `${doubled} listings have no vehicle` })
    return {
      rows: [
        {
          fault:
            'AutoTrader refuses connections, returns 503, hangs, cuts replies off, accepts a listing without confirming it',
          rounds: days.length,
          acknowledged: ids.length,
          lost,
          doubled,
          secondsToRecover: seconds,
          notes: `pages unaffected; ${line.tries.length} connections; ${repeated} sent again and recognised by id`,
        },
      ],
      failures,
    }
  } finally {
    await site.remove()
    await line.close()
    await autotrader.close()
  }
}

/** Saves a vehicle as the form does, which queues the listing. */
async function saveVehicle(site: Site, title: string): Promise<string> {
  const { token } = await signInToOffice(site)
  const headers = {
    apikey: site.keys.publishableKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }
  const body = { _vehicle: { ...VEHICLE, title }, _images: [], _features: [], _specifications: [] }
  const call = { method: 'POST', path: '/rest/v1/rpc/save_vehicle', headers, body: JSON.stringify(body) }
  const answer = await send(site.url, call)
  if (answer.status !== 200) throw new Error(`save_vehicle: ${answer.status} ${answer.text}`)
  const saved = JSON.parse(answer.text) as { id: string } | { id: string }[]
  return Array.isArray(saved) ? (saved[0]?.id ?? '') : saved.id
}
