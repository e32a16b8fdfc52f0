// Puts long and deeply nested text into every position of every endpoint. No request may block the event loop for
// longer than MAX_EVENT_LOOP_MS. The kernel reports the CPU time, so a busy machine doesn't fail the test.
import { MAX_EVENT_LOOP_MS, MAX_MEMORY_MIB, MAX_REQUEST, MAX_RESPONSE_HEAD_BYTES } from '../expectations.ts'
import { JSON_SHAPES, SHAPES, type Shape } from '../grammar/long-text.ts'
import { type Position, textPositions } from '../grammar/text-positions.ts'
import { type Answer, asCurl, type Call, send, sendable } from '../harness/http.ts'
import { createPeople } from '../harness/people.ts'
import { createPostgres, type Postgres } from '../harness/postgres.ts'
import { startProbe } from '../harness/probe.ts'
import { eventLoopMs } from '../harness/processor-time.ts'
import { type Failure, histogram, type Report, rounded, times } from '../harness/report.ts'
import { type Site, startSite } from '../harness/site.ts'
import type { Suite } from './suite.ts'

/** The longest string, in characters before escaping. Strings are later cut to fit a request's limits. */
const LONGEST = { head: 16_000, body: 1_040_000 }
const SHORT = 2000
/** How many shapes of text each position gets. They rotate, so that a service's many positions cover them all. */
const SHAPES_TRIED = { long: 8, short: 2 }
/** The short run tries one position in this many, which reaches fewer than half of the endpoints. */
const STEP_OF_SHORT_RUN = 11
/** Long enough for a quadratic pattern to take seconds. */
const BODY_OF_SHORT_RUN = 64_000
const AT_ONCE = 8
const MAX_FAILURES = 25
const SLOWEST_SHOWN = 8
/** The statuses the server returns when it refuses a request as too long, without reading it. */
const TOO_LONG = new Set([414, 431])

interface Case {
  name: string
  call: Call
  /** Whether the request is within the limits, so that the server must read it. */
  isPermitted: boolean
}

interface Cost {
  ms: number
  name: string
}

export const longInput: Suite = async ({ isLong }) => {
  const reports = [await attack('embedded engine', isLong, {})]
  if (isLong) reports.push(...(await onPostgres()))
  return {
    suite: 'long-input',
    figures: Object.assign({}, ...reports.map(({ figures }) => figures)),
    failures: reports.flatMap(({ failures }) => failures),
  }
}

async function onPostgres(): Promise<Report[]> {
  const servers: Postgres[] = []
  try {
    const reports: Report[] = []
    for (const workers of ['1', '2']) {
      const server = await createPostgres()
      if (!server) return [{ suite: '', figures: { PostgreSQL: 'not installed' }, failures: [] }]
      servers.push(server)
      const env = { DATABASE_URL: server.url, WORKERS: workers }
      reports.push(await attack(`PostgreSQL, workers: ${workers}`, true, env))
    }
    return reports
  } finally {
    for (const server of servers) server.remove()
  }
}

async function attack(where: string, isLong: boolean, env: Record<string, string>): Promise<Report> {
  // Simulates a proxy: each request comes from a different network, so that no per-network limit refuses it unread.
  const site = await startSite({ ...env, TRUST_PROXY: '1' })
  try {
    const { headers } = await createPeople(site)
    if (eventLoopMs(site.pid()) === 0) throw new Error('This suite reads CPU times from /proc, which this system lacks')
    const limitMs = isLong ? MAX_EVENT_LOOP_MS.long : MAX_EVENT_LOOP_MS.short
    const probe = await startProbe(site.url)
    const run = new Run(site, where, limitMs)
    const positions = textPositions(headers).filter((_, n) => isLong || n % STEP_OF_SHORT_RUN === 0)
    for (const [index, position] of positions.entries()) {
      await run.attack(casesOf(position, index, isLong))
      if (!site.isAlive() || run.failures.length >= MAX_FAILURES) break
    }
    const { failures, requests } = run
    const health = await probe.stop()
    const { peak } = site.memory()
    if (!site.isAlive()) failures.unshift({ what: `${where}: the server exited`, again: site.log().slice(-3000) })
    if (peak > MAX_MEMORY_MIB)
      failures.push({ what: `${where}: peak memory is ${peak} MiB, the limit is ${MAX_MEMORY_MIB}` })
    const figures = {
      requests,
      statuses: histogram(run.statuses),
      'event loop blocked at most': run.slowest.map(({ ms, name }) => `${rounded(ms)} ms (${name})`).join('; '),
      ...times('/healthz', health.ms),
      '/healthz without a response': health.lost,
      'peak memory, MiB': peak,
    }
    const named = Object.entries(figures).map(([name, value]) => [`${where}: ${name}`, value])
    return { suite: 'long-input', figures: Object.fromEntries(named), failures }
  } finally {
    await site.remove()
  }
}

class Run {
  readonly statuses: number[] = []
  readonly slowest: Cost[] = []
  readonly failures: Failure[] = []
  requests = 0
  #crashes = 1

  constructor(
    readonly site: Site,
    readonly where: string,
    readonly limitMs: number,
  ) {}

  async attack(cases: readonly Case[]): Promise<void> {
    for (let n = 0; n < cases.length && this.site.isAlive(); n += AT_ONCE)
      await this.#together(cases.slice(n, n + AT_ONCE))
  }

  /** Sends several requests at once, which is faster, and measures each one alone only if they are slow together. */
  async #together(cases: readonly Case[]): Promise<void> {
    const before = eventLoopMs(this.site.pid())
    const answers = await Promise.all(cases.map(({ call }) => this.send(call)))
    const isCheap = eventLoopMs(this.site.pid()) - before < this.limitMs / 2
    for (const [n, one] of cases.entries()) {
      const answer = answers[n] as Answer
      const crashed = answer.status === 503 && this.#hasCrashed() ? 'crashed the database engine' : null
      const wrong = crashed ?? judge(one, answer) ?? (isCheap ? null : await this.#alone(one))
      if (wrong) this.#fail(one, wrong)
    }
  }

  /** Whether the server has crashed since the last call. */
  #hasCrashed(): boolean {
    const crashes = this.site.log().split('_crashed').length
    const isNew = crashes > this.#crashes
    this.#crashes = crashes
    return isNew
  }

  async #alone({ name, call }: Case): Promise<string | null> {
    const first = await this.#measure(call)
    // Garbage collection or a job may have run at the same time, so a request counts as slow only if it is slow twice.
    const ms = first > this.limitMs ? Math.min(first, await this.#measure(call)) : first
    this.slowest.push({ ms, name })
    this.slowest.sort((a, b) => b.ms - a.ms)
    this.slowest.length = Math.min(this.slowest.length, SLOWEST_SHOWN)
    return ms > this.limitMs ? `blocked the event loop for ${Math.round(ms)} ms` : null
  }

  async #measure(call: Call): Promise<number> {
    const before = eventLoopMs(this.site.pid())
    await this.send(call)
    return eventLoopMs(this.site.pid()) - before
  }

  async send({ body, ...call }: Call): Promise<Answer> {
    const n = this.requests++
    // Each request gets a new network and email address; otherwise rate limits would cause most requests to be refused
    // unread.
    const network = `10.${(n >> 16) % 256}.${(n >> 8) % 256}.${n % 256}`
    const own = typeof body === 'string' ? { body: body.replace('"a@example.com"', `"a${n}@example.com"`) } : {}
    if (this.requests % 5000 === 0) say(`long-input: ${this.requests} requests, ${this.site.memory().now} MiB`)
    const answer = await send(this.site.url, {
      ...call,
      ...own,
      headers: { 'x-forwarded-for': network, ...call.headers },
    })
    this.statuses.push(answer.status)
    return answer
  }

  #fail({ name, call }: Case, wrong: string): void {
    say(`long-input: ${name}: ${wrong}`)
    if (this.failures.length < MAX_FAILURES)
      this.failures.push({ what: `${this.where}: ${name}: ${wrong}`, again: asCurl(this.site.url, call) })
  }
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * Sends each shape at the largest accepted size. Some are also sent shorter, and some longer, because a refusal takes
 * time too.
 */
function casesOf(position: Position, index: number, isLong: boolean): Case[] {
  const all = position.takesJson ? JSON_SHAPES : SHAPES
  const longest = LONGEST[position.kind]
  if (!isLong) {
    const size = position.kind === 'body' ? BODY_OF_SHORT_RUN : longest
    return rotate(all, index, SHAPES_TRIED.short).map((shape) => caseOf(position, shape, size))
  }
  return rotate(all, index, SHAPES_TRIED.long).flatMap((shape, n) => {
    const turn = (n + index) % 3
    return [
      caseOf(position, shape, longest),
      ...(turn === 0 ? [caseOf(position, shape, SHORT)] : []),
      ...(turn === 1 ? [caseOf(position, shape, longest, false)] : []),
    ]
  })
}

function caseOf(position: Position, shape: Shape, longest: number, isPermitted = true): Case {
  let size = longest
  let call = position.put(shape.make(size))
  for (let tries = 0; isPermitted && tries < 20 && sizeRatio(call) > 1; tries++) {
    size = Math.floor(size / Math.max(sizeRatio(call), 1.05))
    call = position.put(shape.make(size))
  }
  return { name: `${position.name}: ${shape.name}, ${size} characters`, call, isPermitted }
}

const bytesOf = (text: string | Buffer) => Buffer.byteLength(text)

/** The size as a fraction of the limit. */
function sizeRatio({ path, headers = {}, body = '' }: Call): number {
  // The limit applies to the escaped URL. Without dots, because URL would remove the segments "." and "..".
  const url = new URL(`http://localhost${sendable(path).replaceAll('.', '-')}`).href.length
  const head = url + Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + bytesOf(value) + 4, 300)
  return Math.max(
    url / MAX_REQUEST.url,
    bytesOf(headers.cookie ?? '') / MAX_REQUEST.cookie,
    head / MAX_REQUEST.head,
    bytesOf(body) / MAX_REQUEST.body,
  )
}

const rotate = (shapes: readonly Shape[], turn: number, count: number): Shape[] =>
  Array.from({ length: Math.min(count, shapes.length) }, (_, n) => shapes[(turn * count + n) % shapes.length] as Shape)

function judge({ call, isPermitted }: Case, { status, headers, error }: Answer): string | null {
  if (status === 0) {
    // The server may refuse a long request by closing the connection while the request is still being sent.
    return sizeRatio(call) > 0.4 && /EPIPE|ECONNRESET/.test(error ?? '') ? null : `no response: ${error}`
  }
  if (isPermitted && TOO_LONG.has(status)) return `refused as too long (${status}), although within the limits`
  if (status === 503 && headers['retry-after']) return null
  if (status >= 500) return `status ${status}`
  const headBytes = JSON.stringify(headers).length
  return headBytes > MAX_RESPONSE_HEAD_BYTES ? `${headBytes} bytes of headers` : null
}
