// Starts and stops the whole: database, migrations, services, site, listening socket.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createAnswers } from './answers.ts'
import { createApp, createBackend } from './app.ts'
import { ensureFirstAdmin } from './auth/first-admin.ts'
import type { Config } from './config.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { seedDemoStock } from './demo/seed-demo-stock.ts'
import { createLogger, type Logger } from './http/log.ts'
import { createNodeServer } from './http/node-server.ts'
import type { Site } from './http/site.ts'
import { loadKeys } from './keys.ts'

export interface RunningServer {
  port: number
  /** The password of the admin that this start made, to be shown once. */
  firstAdminPassword: string | null
  mailboxPath: string | null
  stop(): Promise<void>
}

export interface ServerOptions {
  config: Config
  site: Site | null
  migrationsDir: string
  /** How long the lock of an unknown process is watched before it is taken for dead; shorter in tests. */
  lockSilentMs?: number
  /** The server cannot go on, and says why; its process should end. */
  onFatal?: (message: string) => void
  /** Asked before the application; development puts Vite here. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

/** Requests under way get this long to finish before their connections are cut. */
const DRAIN_MS = 10_000

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, site, middleware } = options
  const log = createLogger(config.logLevel)
  for (const warning of config.warnings) log.warn({ event: 'configuration' }, warning)
  const started = config.hosted ? null : await startBackend(options, log)
  const backend = started?.backend ?? null
  const app = createApp({ config, log, backend, site })
  const makeAnew = getRequestListener(app.fetch)
  const answer = await createAnswers({
    ...{ app, config, log, backend, site },
    pass: (request, response) => void makeAnew(request, response),
  })
  const server = createNodeServer((request, response) => {
    if (middleware) middleware(request, response, () => answer(request, response))
    else answer(request, response)
  })
  await listen(server, config)

  return {
    port: (server.address() as AddressInfo).port,
    firstAdminPassword: started?.firstAdminPassword ?? null,
    mailboxPath: started?.backend.mailboxPath ?? null,
    async stop() {
      await drain(server)
      await started?.stop()
    },
  }
}

async function startBackend({ config, migrationsDir, lockSilentMs, onFatal }: ServerOptions, log: Logger) {
  const keys = await loadKeys(config.dataDir, config)
  const onLost = (message: string) => {
    log.fatal({ event: 'data_folder_lost' }, message)
    onFatal?.(message)
  }
  const lock = { onLost, onWait: say, silentMs: lockSilentMs }
  const db = await openDatabase({
    databaseUrl: config.databaseUrl ?? undefined,
    dataDir: config.dataDir,
    lock,
    onPowersKept: () => log.info({ event: 'callers_share_the_login' }),
  })
  await migrate(db, { directory: migrationsDir })
  const backend = createBackend({ config, db, keys, log })
  if (config.demoStock && db.engine === 'embedded') {
    const picturesFolder = resolve(migrationsDir, '../demo/pictures')
    await seedDemoStock({ db, keepPicture: backend.keepPicture, picturesFolder, say })
  }
  // Last, because its password is shown once: a start that is cut off before must not have made it.
  const firstAdmin = await ensureFirstAdmin({ db, ...config.admin })
  await backend.jobs.start()
  return {
    backend,
    firstAdminPassword: firstAdmin?.password ?? null,
    async stop() {
      await backend.jobs.stop()
      await db.close()
    },
  }
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
