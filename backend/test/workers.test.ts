// Several processes on one PostgreSQL, started, hurt and stopped as an operator would.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '../src/db/database.ts'
import { openPostgres } from '../src/db/postgres.ts'
import { ADMISSION } from '../src/http/admission/limits.ts'
import { bundleBesidePackages } from './bundle-child.ts'
import { createPostgresDatabase, engines, migrationsDirectory, testDirectory } from './engines.ts'

const METRICS_TOKEN = 'for-the-one-who-scrapes'

describe.runIf(engines.some(({ name }) => name === 'postgres'))('two workers', () => {
  let primary: ChildProcess
  let output = ''
  let port = 0
  let db: Database
  let apikey: string

  beforeAll(async () => {
    const { url } = await createPostgresDatabase()
    db = await openPostgres({ connectionString: url, maxConnections: 2 })
    const dataDir = mkdtempSync(join(testDirectory(), 'workers-'))
    const env = {
      ...process.env,
      // The folder of the socket is what counts, but an address has a host.
      ...{ DATABASE_URL: url.replace('@/', '@localhost/'), DATA_DIR: dataDir, MIGRATIONS_DIR: migrationsDirectory },
      ...{ WORKERS: '2', PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error', METRICS_TOKEN },
    }
    primary = spawn(process.execPath, [await bundleBesidePackages('run-site')], { env })
    for (const stream of [primary.stdout, primary.stderr]) stream?.on('data', (text) => (output += text))
    await vi.waitFor(() => expect(output).toMatch(/Password/), { timeout: 180_000 })
    port = Number(/Site\s+http:\/\/localhost:(\d+)/.exec(output)?.[1])
    apikey = JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')).publishableKey
  }, 240_000)

  afterAll(async () => {
    primary.kill('SIGKILL')
    await db.close()
  })

  /** On a connection of its own, which the primary gives to the workers in turn. */
  function get(path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const onAnswer = (answer: IncomingMessage) => {
        let body = ''
        answer.on('data', (text) => (body += text))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
      }
      const agent = new Agent({ keepAlive: false })
      const signal = AbortSignal.timeout(60_000)
      request({ port, path, agent, signal, headers: { apikey, ...headers } }, onAnswer)
        .on('error', reject)
        .end()
    })
  }

  const readPhones = () =>
    Promise.all(Array.from({ length: 4 }, () => get('/rest/v1/config?select=value&key=eq.COMPANY_PHONE')))

  const workersOf = (pid = 0) =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

  test('prepare once: one admin, whose password is shown once', async () => {
    const { rows } = await db.query('select from public.user_roles')
    expect(rows).toHaveLength(1)
    expect(output.match(/Password/g)).toHaveLength(1)
    expect(workersOf(primary.pid)).toHaveLength(2)
  })

  test('all forget what they kept when a row changes', async () => {
    await readPhones()
    await db.query(`update config set value = '01733 555 000' where key = 'COMPANY_PHONE'`)

    await expect
      .poll(async () => new Set((await readPhones()).map(({ body }) => body)))
      .toEqual(new Set(['[{"value":"01733 555 000"}]']))
  })

  test('whichever is asked has the figures of all, and of the database they share', async () => {
    const readFigures = async () => (await get('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })).body
    const countHits = async () => {
      // Each worker keeps answers of its own, and who is asked is chance.
      await readPhones()
      return Number(/^forecourt_response_cache_total\{outcome="hit"\} (\d+)$/m.exec(await readFigures())?.[1])
    }
    await expect.poll(countHits).toBeGreaterThan(0)
    await expect.poll(readFigures).toMatch(/^forecourt_processes 3$/m)

    const body = await readFigures()
    expect(body).toMatch(/^forecourt_database_connections\{pool="callers",state="open"\} \d+$/m)
    expect(body).toMatch(/^forecourt_jobs_waiting\{queue="mail"\} \d+$/m)
    expect((await get('/metrics')).status).toBe(404)
  })

  test('one that dies is replaced, and the site answers meanwhile', async () => {
    const before = workersOf(primary.pid)
    process.kill(before[0] as number, 'SIGKILL')

    // A connection that was just then handed to it is lost with it.
    await expect.poll(() => get('/healthz').catch(() => null)).toMatchObject({ status: 200 })
    await expect.poll(() => workersOf(primary.pid).filter((pid) => !before.includes(pid))).toHaveLength(1)
    expect((await readPhones()).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  test('SIGHUP renews one after the other, and no request is lost', async () => {
    const before = workersOf(primary.pid)
    primary.kill('SIGHUP')

    const statuses = new Set<number>()
    const isRenewed = () => {
      const now = workersOf(primary.pid)
      return now.length === 2 && now.every((pid) => !before.includes(pid))
    }
    while (!isRenewed()) {
      statuses.add((await get('/healthz')).status)
      await sleep(20)
    }

    expect([...statuses]).toEqual([200])
  }, 300_000)

  test('a network may ask as often as of one process', async () => {
    const started = performance.now()
    let admitted = 0
    let refused = 0
    // Never so many at once that they are refused for waiting. A busy machine is slow to ask, and what may be asked is refilled.
    while (refused === 0) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => get('/rest/v1/nothing')))
      refused += answers.filter(({ status }) => status === 429).length
      admitted += answers.filter(({ status }) => status !== 429).length
    }

    const refilled = Math.ceil(((performance.now() - started) / 1000) * ADMISSION.work.perSecond)
    expect(admitted).toBeGreaterThan(ADMISSION.work.burst / 2)
    expect(admitted).toBeLessThanOrEqual(ADMISSION.work.burst + refilled)
  })

  test('SIGTERM ends them all', async () => {
    const workers = workersOf(primary.pid)
    primary.kill('SIGTERM')

    const [code] = await once(primary, 'exit')
    expect(code).toBe(0)
    for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})
