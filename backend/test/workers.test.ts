// Several worker processes on one PostgreSQL: started, killed, reloaded and stopped.
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

const METRICS_TOKEN = 'for-the-metrics-scraper'

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
      // The configuration requires a host, which the socket overrides.
      DATABASE_URL: url.replace('@/', '@localhost/'),
      DATA_DIR: dataDir,
      MIGRATIONS_DIR: migrationsDirectory,
      WORKERS: '2',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      METRICS_TOKEN,
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

  /** Uses a new connection, because the primary passes new connections to the workers in turn. */
  function get(
    path: string,
    headers: Record<string, string> = {},
    timeoutMs = 60_000,
  ): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const onResponse = (response: IncomingMessage) => {
        let body = ''
        response.on('data', (text) => (body += text))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      }
      const agent = new Agent({ keepAlive: false })
      const signal = AbortSignal.timeout(timeoutMs)
      request({ port, path, agent, signal, headers: { apikey, ...headers } }, onResponse)
        .on('error', reject)
        .end()
    })
  }

  const readPhones = () =>
    Promise.all(Array.from({ length: 4 }, () => get('/rest/v1/config?select=value&key=eq.COMPANY_PHONE')))

  const workersOf = (pid = 0) =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

  test('two workers create one admin, whose password is shown only once', async () => {
    const { rows } = await db.query('select from public.user_roles')
    expect(rows).toHaveLength(1)
    expect(output.match(/Password/g)).toHaveLength(1)
    expect(workersOf(primary.pid)).toHaveLength(2)
  })

  test('all workers drop their cached responses when a row changes', async () => {
    await readPhones()
    await db.query(`update config set value = '01733 555 000' where key = 'COMPANY_PHONE'`)

    await expect
      .poll(async () => new Set((await readPhones()).map(({ body }) => body)))
      .toEqual(new Set(['[{"value":"01733 555 000"}]']))
  })

  test('each worker returns the metrics for all processes and for the shared database', async () => {
    const readMetrics = async () => (await get('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })).body
    const countHits = async () => {
      // Each worker has its own response cache, and any of them may get the request.
      await readPhones()
      return Number(/^forecourt_response_cache_total\{outcome="hit"\} (\d+)$/m.exec(await readMetrics())?.[1])
    }
    await expect.poll(countHits).toBeGreaterThan(0)
    await expect.poll(readMetrics).toMatch(/^forecourt_processes 3$/m)

    const body = await readMetrics()
    expect(body).toMatch(/^forecourt_database_connections\{pool="callers",state="open"\} \d+$/m)
    expect(body).toMatch(/^forecourt_jobs_waiting\{queue="mail"\} \d+$/m)
    expect((await get('/metrics')).status).toBe(404)
  })

  test('workers are replaced when killed, and the site still responds in the meantime', async () => {
    const before = workersOf(primary.pid)
    process.kill(before[0] as number, 'SIGKILL')

    // A connection that was just passed to the killed worker is lost, and may never be closed.
    await expect.poll(() => get('/healthz', {}, 5000).catch(() => null)).toMatchObject({ status: 200 })
    await expect.poll(() => workersOf(primary.pid).filter((pid) => !before.includes(pid))).toHaveLength(1)
    expect((await readPhones()).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  test('workers are replaced one after the other on SIGHUP, and no request is lost', async () => {
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

  test('workers share a network’s request limit', async () => {
    const started = performance.now()
    let admitted = 0
    let refused = 0
    // Sends so few requests at a time that the queue does not fill up. On a busy machine, the allowance refills in the
    // meantime.
    while (refused === 0) {
      const responses = await Promise.all(Array.from({ length: 50 }, () => get('/rest/v1/nothing')))
      refused += responses.filter(({ status }) => status === 429).length
      admitted += responses.filter(({ status }) => status !== 429).length
    }

    const refilled = Math.ceil(((performance.now() - started) / 1000) * ADMISSION.work.perSecond)
    expect(admitted).toBeGreaterThan(ADMISSION.work.burst / 2)
    expect(admitted).toBeLessThanOrEqual(ADMISSION.work.burst + refilled)
  })

  test('all workers stop on SIGTERM', async () => {
    const workers = workersOf(primary.pid)
    primary.kill('SIGTERM')

    const [code] = await once(primary, 'exit')
    expect(code).toBe(0)
    for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})
