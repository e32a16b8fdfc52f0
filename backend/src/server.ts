// Starts and stops the server: the database, migrations, services, the site and the listening socket. Either one process
// does everything, or a primary migrates and runs the jobs while its workers serve (workers/).
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './app.ts'
import { ensureFirstAdmin } from './auth/first-admin.ts'
import { type Config, ConfigError } from './config/config.ts'
import type { Database } from './db/database.ts'
import { MAX_DATABASE_CONNECTIONS, MAX_DATABASE_CONNECTIONS_OF_WORKERS } from './db/limits.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { openReplica } from './db/replica.ts'
import { seedDemoStock } from './demo/seed-demo-stock.ts'
import { createSeedRoutes } from './demo/seed-routes.ts'
import { startEmpty } from './demo/start-empty.ts'
import { createNetworkCounters, type NetworkCounters } from './http/admission/network-counters.ts'
import { createNodeServer } from './http/node-server.ts'
import { createLogger, type Logger } from './http/observability/log.ts'
import type { MetricsEndpoint } from './http/observability/metrics-route.ts'
import type { Site } from './http/pages/site.ts'
import { loadKeys } from './keys/keys.ts'
import { watchSealedKeys } from './keys/keys-database.ts'
import { forgetRunningSite, noteRunningSite } from './lib/running-site.ts'
import { queueMail } from './mail/queue-mail.ts'
import { restrictDataFolder } from './private-files.ts'
import { createCachedListener } from './response-cache.ts'
import { type Backend, createBackend } from './services.ts'
import { StorageError } from './storage/errors.ts'

export interface RunningServer {
  port: number
  /** The password of the admin created at this start, to be shown once. */
  firstAdminPassword: string | null
  mailboxPath: string | null
  stop(): Promise<void>
}

/** The part of the server that exists only once, no matter how many processes serve the site. */
interface Prepared {
  mailboxPath: string | null
  /**
   * Called last, because it creates the first admin. If anything failed afterwards, the admin's password would never be
   * shown.
   */
  startJobs(): Promise<{ firstAdminPassword: string | null }>
  stop(): Promise<void>
}

export interface ServerOptions {
  config: Config
  site: Site | null
  migrationsDir: string
  /**
   * How long another process may hold its lock without a sign of life before it is presumed dead. Tests use a shorter
   * time.
   */
  lockTimeoutMs?: number
  /** Called with the reason when the server cannot go on and its process should end. */
  onFatal?: (message: string) => void
  /** Set only if METRICS_TOKEN is set. */
  metrics?: MetricsEndpoint | null
  /** Runs before the application. In development this is Vite. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

const OTHER_KEYS =
  'In the last 24 hours, another process with different keys has started using this database. All machines need the same keys, so set KEYS_SECRET on each of them (docs/keys.md)'

/** Requests under way get this long to finish before their connections are closed. */
const DRAIN_MS = 10_000

/** Runs everything in this process. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const log = createLogger(options.config.logLevel)
  logWarnings(options.config, log)
  const counters = createNetworkCounters()
  const started = options.config.hosted ? null : await startBackend(options, log, counters)
  const served = await serve(options, log, started?.backend ?? null, counters)
  const { dataDir, host, databaseUrl } = options.config
  // With a PostgreSQL server, commands use the database directly.
  const isNoted = started !== null && databaseUrl === null && dataDir !== 'memory'
  if (isNoted) noteRunningSite(dataDir, { host, port: served.port })
  const firstAdmin = await started?.startJobs()
  return {
    port: served.port,
    firstAdminPassword: firstAdmin?.firstAdminPassword ?? null,
    mailboxPath: started?.mailboxPath ?? null,
    async stop() {
      await served.stop()
      if (isNoted) forgetRunningSite(dataDir)
      await started?.stop()
    },
  }
}

/** Runs the primary's part: keys, migrations, the first admin and jobs. */
export async function prepareForWorkers(options: ServerOptions, log: Logger): Promise<Prepared> {
  logWarnings(options.config, log)
  // The primary does not serve requests, so it needs no read replica.
  const config = { ...options.config, databaseReadUrl: null }
  if (!config.hosted) return startBackend({ ...options, config }, log, createNetworkCounters())
  return { mailboxPath: null, startJobs: async () => ({ firstAdminPassword: null }), stop: async () => {} }
}

/** Serves requests in a worker, once the primary has prepared the database. */
export async function startWorker(
  options: ServerOptions,
  counters: NetworkCounters,
): Promise<{ port: number; stop(): Promise<void> }> {
  const { config } = options
  const log = createLogger(config.logLevel)
  const share = Math.floor(MAX_DATABASE_CONNECTIONS_OF_WORKERS / config.workers)
  const maxConnections = Math.min(MAX_DATABASE_CONNECTIONS, share)
  const opened = config.hosted ? null : await openBackend(options, log, { counters, maxConnections })
  await opened?.backend.changes.start()
  const served = await serve(options, log, opened?.backend ?? null, counters)
  return {
    port: served.port,
    async stop() {
      await served.stop()
      await opened?.backend.wanted.flush()
      await opened?.backend.changes.stop()
      await opened?.backend.replica?.close()
      await opened?.db.close()
    },
  }
}

async function serve(options: ServerOptions, log: Logger, backend: Backend | null, counters: NetworkCounters) {
  const { config, site, metrics, middleware } = options
  const app = createApp({ config, log, backend, site, counters, metrics })
  metrics?.watch({
    connections: () => [...(backend?.db.connections?.() ?? []), ...(backend?.replica?.connections() ?? [])],
    replicaLag: () => backend?.replica?.lagSeconds() ?? null,
  })
  const handle = getRequestListener(app.fetch)
  const respond = await createCachedListener({
    app,
    config,
    log,
    backend,
    site,
    metrics,
    pass: (request, response) => void handle(request, response),
  })
  const server = createNodeServer(
    (request, response) => {
      if (middleware) middleware(request, response, () => respond(request, response))
      else respond(request, response)
    },
    { trustProxy: config.trustProxy },
  )
  await listen(server, config)
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => drain(server),
  }
}

interface Opening {
  counters: NetworkCounters
  maxConnections?: number
  /** Runs before the database is used. */
  prepare?(db: Database): Promise<unknown>
}

async function openBackend({ config, lockTimeoutMs, onFatal }: ServerOptions, log: Logger, opening: Opening) {
  const { counters, maxConnections, prepare } = opening
  const onLost = (message: string) => {
    log.fatal({ event: 'data_folder_lost' }, message)
    onFatal?.(message)
  }
  const db = await openDatabase({
    databaseUrl: config.databaseUrl ?? undefined,
    directUrl: config.databaseDirectUrl ?? undefined,
    dataDir: config.dataDir,
    sync: config.syncWrites,
    lock: { onLost, onWait: say, silentMs: lockTimeoutMs },
    maxConnections,
    onPrivilegesKept: () => log.info({ event: 'callers_share_the_login' }),
  })
  try {
    await prepare?.(db)
    const loaded = await loadKeys(config, db, () => log.warn({ event: 'other_keys' }, OTHER_KEYS))
    const keys = config.keysSecret
      ? await watchSealedKeys({ db, secret: config.keysSecret, keys: loaded, log })
      : loaded
    const connectionString = config.databaseReadUrl
    const replica = connectionString ? openReplica({ primary: db, connectionString, maxConnections, log }) : null
    return { db, keys, backend: createBackend({ config, db, replica, keys, log, work: counters.work }) }
  } catch (error) {
    await db.close()
    throw error
  }
}

async function startBackend(
  options: ServerOptions,
  log: Logger,
  counters: NetworkCounters,
): Promise<Prepared & { backend: Backend }> {
  const { config, migrationsDir } = options
  const prepare = (db: Database) => migrateDirectly(db, config, migrationsDir)
  const { db, keys, backend } = await openBackend(options, log, { counters, prepare })
  restrictDataFolder({ dataDir: config.dataDir, log })
  const misplaced = await backend.checkLocation()
  if (misplaced) {
    await db.close()
    throw new ConfigError(misplaced)
  }
  if (config.startsEmpty && (await startEmpty(db)))
    say('Starting with an empty site, which has no demo vehicles and no company details yet.')
  const { storePicture } = backend
  const picturesFolder = resolve(migrationsDir, '../demo/pictures')
  if (db.engine === 'embedded')
    backend.routes.route('/seed/v1', createSeedRoutes({ db, storePicture, picturesFolder }, keys.hmacSecret))
  if (config.demoStock && db.engine === 'embedded') {
    try {
      await seedDemoStock({ db, storePicture, picturesFolder, say })
    } catch (error) {
      await db.close()
      throw error instanceof StorageError ? new ConfigError(demoStockFailed(error, config)) : error
    }
  }
  await backend.changes.start()
  return {
    backend,
    mailboxPath: backend.mailboxPath,
    async startJobs() {
      await backend.jobs.start()
      const firstAdmin = await ensureFirstAdmin({ db, ...config.admin, queueMail })
      return { firstAdminPassword: firstAdmin?.password ?? null }
    },
    async stop() {
      await backend.jobs.stop()
      await backend.wanted.flush()
      await backend.changes.stop()
      await backend.replica?.close()
      await db.close()
    },
  }
}

function demoStockFailed({ code, message }: StorageError, { s3 }: Config): string {
  const isUnreachable = s3 && (code === 'Unavailable' || code === 'NotSaved')
  const reason = isUnreachable ? `S3_ENDPOINT: ${s3.endpoint} cannot be reached` : message
  return `${reason}, so the demo pictures could not be saved. Fix this and start again to continue, or start without the demo: npm start -- --empty`
}

/** A migration may take longer than a connection pooler allows, so migrations bypass it. */
async function migrateDirectly(db: Database, { databaseDirectUrl, dataDir }: Config, directory: string): Promise<void> {
  const direct = databaseDirectUrl
    ? await openDatabase({ databaseUrl: databaseDirectUrl, dataDir, maxConnections: 2 })
    : null
  try {
    await migrate(direct ?? db, { directory })
  } finally {
    await direct?.close()
  }
}

function logWarnings({ warnings }: Config, log: Logger): void {
  for (const warning of warnings) log.warn({ event: 'configuration' }, warning)
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearTimeout(deadline)
}
