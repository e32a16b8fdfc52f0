// Our own servers for backend/wire, run as in production. The first test that needs them starts them, and all tests
// share them. The wire tests are given only the address in WIRE_TARGETS.

import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createListener } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from '../wire/target.ts'
import { bundleBesidePackages } from './bundle-child.ts'
import { emptyBucket } from './ceph.ts'
import {
  addressOf,
  createPostgresDatabase,
  type Engine,
  fillEmbedded,
  migrationsDirectory,
  serviceEngines,
  throughPooler,
} from './engines.ts'
import { showEmails, startMailServer } from './mail-server.ts'
import { startS3Server, toEnv } from './s3-server.ts'

/** A start takes seconds on a quiet machine, and much longer on a busy one. */
const START_MS = 240_000
/** As behind a TLS proxy, the public address differs from the one that the server listens on. */
const SITE_URL = 'https://cars.example'

interface OwnTarget {
  target: Target
  stop(): Promise<void>
}

/** Serves the targets as JSON and starts them with the first request. */
export async function offerTargets(directory: string): Promise<{ url: string; stop(): Promise<void> }> {
  let started: Promise<OwnTarget>[] = []
  const server = createServer((_request, response) => {
    if (started.length === 0) started = serviceEngines.map(({ name }) => startTarget(name, directory))
    Promise.all(started).then(
      (all) => response.end(JSON.stringify(all.map(({ target }) => target))),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async stop() {
      server.close()
      await Promise.all(started.map(async (one) => one.then(({ stop }) => stop()).catch(() => {})))
    },
  }
}

async function startTarget(name: Engine['name'], directory: string): Promise<OwnTarget> {
  const mailServer = await startMailServer()
  const emails = await showEmails(mailServer)
  const dataDir = join(directory, `wire-${name}`)
  const database = name === 'postgres' ? await postgresAddresses() : await fillFolder(dataDir)
  // The usual combinations: one process with a folder, several with S3.
  const s3 = name === 'postgres' ? await openS3() : null
  // The port is chosen last, because another process could take it before it is used.
  const port = await freePort()
  const target: Target = {
    name,
    url: `http://127.0.0.1:${port}`,
    siteUrl: SITE_URL,
    publishableKey: `sb_publishable_${randomUUID()}`,
    secretKey: `sb_secret_${randomUUID()}`,
    mailUrl: emails.url,
    isOurs: true,
  }
  const { PATH, HOME, TMPDIR } = process.env
  const server = spawn(process.execPath, [await bundleBesidePackages('run-site')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH,
      HOME,
      TMPDIR,
      NODE_ENV: 'production',
      PORT: String(port),
      SITE_URL,
      DATA_DIR: dataDir,
      MIGRATIONS_DIR: migrationsDirectory,
      ...database,
      ...s3?.env,
      SUPABASE_ANON_KEY: target.publishableKey,
      SUPABASE_SERVICE_ROLE_KEY: target.secretKey,
      ADMIN_PASSWORD: randomUUID(),
      DEMO_STOCK: '0',
      SMTP_URL: mailServer.url,
      CAPTCHA: 'off',
      MAIL_CODES: '1',
      // Tests send their own client address, so that they do not share limits.
      TRUST_PROXY: '1',
      LOG_LEVEL: 'error',
    },
  })
  // On PostgreSQL the server runs as several processes and responds once the first is ready. It prints its addresses
  // when all of them are ready; stopping it earlier would interrupt a process that is still starting.
  let isStarted = false
  // Show only its log, which may explain a failed test.
  createInterface({ input: server.stdout }).on('line', (line) => {
    isStarted ||= line.includes('Back office')
    if (line.startsWith('{')) process.stderr.write(`wire on ${name}: ${line}\n`)
  })
  const stop = async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
    emails.close()
    await mailServer.close()
    await s3?.close()
  }
  await untilReady(target, server, () => isStarted).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { target, stop }
}

async function postgresAddresses(): Promise<Record<string, string>> {
  const { url } = await createPostgresDatabase()
  const direct = addressOf(url)
  if (!process.env.TEST_POOLER) return { DATABASE_URL: direct }
  return { DATABASE_URL: (await throughPooler(url)).connectionString, DATABASE_DIRECT_URL: direct }
}

/** Puts a migrated database where the server expects it, because creating one takes up most of the time of a first start. */
async function fillFolder(dataDir: string): Promise<Record<string, string>> {
  await fillEmbedded(join(dataDir, 'database'))
  return {}
}

/** The in-memory S3, or Ceph in `npm run test:long`. */
async function openS3(): Promise<{ env: Record<string, string>; close(): Promise<void> }> {
  if (!process.env.TEST_CEPH) return startS3Server()
  const { settings, remove } = await emptyBucket()
  return { env: toEnv(settings), close: remove }
}

async function untilReady({ name, url }: Target, server: ChildProcess, isStarted: () => boolean): Promise<void> {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(100)) {
    if (server.exitCode !== null)
      throw new Error(`The server for wire on ${name} ended with exit code ${server.exitCode}`)
    if (!isStarted()) continue
    const response = await fetch(`${url}/readyz`).catch(() => null)
    if (response?.ok) return
  }
  throw new Error(`The server for wire on ${name} was not ready after ${START_MS / 1000} seconds`)
}

async function freePort(): Promise<number> {
  const listener = createListener().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  await once(listener, 'close')
  return port
}
