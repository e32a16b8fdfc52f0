// Sends random requests to every endpoint, generated from its grammar. Some are valid, some are damaged, and several
// are sent at once.
import { GOAL, MAX_MEMORY_MIB, responseLimit } from '../expectations.ts'
import { authGrammar } from '../grammar/auth.ts'
import { damage } from '../grammar/damage.ts'
import { captchaGrammar, functionsGrammar } from '../grammar/functions.ts'
import type { Grammar, World } from '../grammar/grammar.ts'
import { pagesGrammar } from '../grammar/pages.ts'
import { restGrammar } from '../grammar/rest.ts'
import { storageGrammar } from '../grammar/storage.ts'
import { type Answer, asCurl, type Call, send } from '../harness/http.ts'
import { createPeople, serviceCall } from '../harness/people.ts'
import { startProbe } from '../harness/probe.ts'
import { randomOf } from '../harness/random.ts'
import { type Failure, histogram, percentile, rounded, times } from '../harness/report.ts'
import { type Site, startSite } from '../harness/site.ts'
import type { Suite } from './suite.ts'

const AT_ONCE = 12
const SHARE_BROKEN = 0.4
const MAX_SHOWN = 25
const NETWORKS = 4000
const MAX_LOG = 3000

const GRAMMARS: Record<string, { grammar: Grammar; share: number }> = {
  rest: { grammar: restGrammar, share: 45 },
  auth: { grammar: authGrammar, share: 10 },
  storage: { grammar: storageGrammar, share: 20 },
  functions: { grammar: functionsGrammar, share: 8 },
  captcha: { grammar: captchaGrammar, share: 2 },
  pages: { grammar: pagesGrammar, share: 15 },
}

/** Picks grammars in proportion to their shares, or always the requested one. */
function choose(only: string | null): Grammar[] {
  const names = only === null ? Object.keys(GRAMMARS) : [only]
  return names.flatMap((name) => {
    const found = GRAMMARS[name]
    if (!found) throw new Error(`Unknown grammar "${name}". Choose from ${Object.keys(GRAMMARS).join(', ')}.`)
    return Array<Grammar>(found.share).fill(found.grammar)
  })
}

export const fuzz: Suite = async ({ requests, seed, replay, grammar }) => {
  const grammars = choose(grammar)
  // Simulates a proxy: requests come from many networks, so that per-network limits don't refuse most of them.
  const site = await startSite({ TRUST_PROXY: '1' })
  try {
    const world = await createWorld(site)
    if (replay !== null) return await showAgain(site, makeCall(world, grammars, seed, replay), seed, replay)
    const probe = await startProbe(site.url)
    const run = await attack(site, (index) => makeCall(world, grammars, seed, index), requests)
    const health = await probe.stop()
    const { peak, now } = site.memory()
    if (!site.isAlive()) run.failures.unshift({ what: 'the server exited', again: site.log().slice(-MAX_LOG) })
    if (peak > MAX_MEMORY_MIB) run.failures.push({ what: `peak memory is ${peak} MiB, the limit is ${MAX_MEMORY_MIB}` })
    const p99 = percentile(health.ms, 0.99)
    return {
      suite: 'fuzz',
      figures: {
        seed,
        requests,
        'requests per second': rounded(requests / run.seconds),
        statuses: histogram(run.statuses),
        ...times('response', run.ms),
        'largest response, bytes': run.largest.bytes,
        'largest response path': run.largest.path.slice(0, 120),
        ...times('/healthz', health.ms),
        [`goal: /healthz p99 under ${GOAL.healthP99Ms} ms`]: p99 < GOAL.healthP99Ms ? 'met' : 'missed',
        '/healthz without a response': health.lost,
        'memory at the end, MiB': now,
        'peak memory, MiB': peak,
      },
      failures: run.failures,
    }
  } finally {
    await site.remove()
  }
}

async function attack(site: Site, callOf: (index: number) => Call, requests: number) {
  const statuses: number[] = []
  const ms: number[] = []
  const failures = new Map<string, Failure>()
  let largest = { bytes: 0, path: '' }
  let next = 0
  const started = Date.now()
  const work = async () => {
    while (next < requests && site.isAlive()) {
      const index = next++
      const call = callOf(index)
      const answer = await send(site.url, call)
      statuses.push(answer.status)
      ms.push(answer.ms)
      if (answer.bytes > largest.bytes) largest = { bytes: answer.bytes, path: call.path }
      const wrong = judge(call, answer)
      if (wrong) {
        say(`fuzz ${index}: ${wrong}`)
        // One example of each failure is enough.
        const kind = [wrong, call.method, call.path.split('/')[1], answer.text.slice(0, 60)].join(' ')
        if (!failures.has(kind) && failures.size < MAX_SHOWN)
          failures.set(kind, explain(site, call, answer, wrong, index))
      }
      if (statuses.length % 1000 === 0) say(`fuzz: ${statuses.length} requests, ${site.memory().now} MiB`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { statuses, ms, largest, failures: [...failures.values()], seconds: (Date.now() - started) / 1000 }
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

function makeCall(world: World, grammars: Grammar[], seed: number, index: number): Call {
  const random = randomOf(seed, index)
  const valid = random.pick(grammars)(random, world)
  const call = random.chance(SHARE_BROKEN) ? damage(random, valid) : valid
  const network = `10.9.${random.below(NETWORKS) >> 8}.${random.below(256)}`
  return { ...call, headers: { ...call.headers, 'x-forwarded-for': network } }
}

function judge(call: Call, answer: Answer): string | null {
  if (answer.status === 0) return isCutOff(call, answer) ? null : `no response: ${answer.error}`
  if (answer.status === 503) return answer.headers['retry-after'] ? null : '503 without Retry-After'
  if (answer.status >= 500) return `status ${answer.status}`
  if (answer.bytes > responseLimit(call.path)) return `a response of ${answer.bytes} bytes`
  return null
}

/** The server may refuse a large body by closing the connection while the body is still being sent. */
const isCutOff = ({ body = '' }: Call, { error }: Answer) =>
  body.length > 500_000 && /EPIPE|ECONNRESET/.test(error ?? '')

function explain(site: Site, call: Call, answer: Answer, what: string, index: number): Failure {
  const requestId = String(answer.headers['x-request-id'] ?? '')
  const logged = requestId
    ? (site
        .log()
        .split('\n')
        .find((line) => line.includes(requestId)) ?? '')
    : ''
  return {
    what: `request ${index}: ${what}: ${answer.text.slice(0, 300)}`,
    again: `${asCurl(site.url, call)}\n${logged.slice(0, 1200)}`,
  }
}

async function showAgain(site: Site, call: Call, seed: number, index: number) {
  const answer = await send(site.url, call)
  const shown = explain(site, call, answer, `status ${answer.status}`, index)
  return { suite: 'fuzz', figures: { seed, index, status: answer.status, request: shown.again ?? '' }, failures: [] }
}

async function createWorld(site: Site): Promise<World> {
  const people = await createPeople(site)
  const get = <T>(path: string) => serviceCall<T[]>(site, 'GET', path)
  const vehicles = await get<{ id: string }>('/rest/v1/vehicles?select=id&order=id')
  const images = await get<{ image_url: string }>('/rest/v1/vehicle_images?select=image_url&order=image_url')
  const pictures = images.map(({ image_url }) => image_url.split('/vehicle-images/')[1] ?? '').filter(Boolean)
  const vehicleIds = vehicles.map(({ id }) => id)
  const buckets = await get<{ id: string }>('/storage/v1/bucket')
  const accounts = [people.customer, people.another, people.disabled, people.admin]
  return {
    headers: people.headers,
    emails: [...accounts.map(({ email }) => email), 'nobody@example.com'],
    vehicleIds,
    pictures,
    buckets: buckets.map(({ id }) => id),
    ids: [...vehicleIds.slice(0, 10), ...accounts.map(({ id }) => id), crypto.randomUUID()],
  }
}
