// Runs a process from start to finish: a server on its own, the primary of several workers, or one of the workers.
import cluster from 'node:cluster'
import { type Config, ConfigError, parseConfig } from './config/config.ts'
import { FolderLocked } from './db/folder-lock.ts'
import { MigrationError } from './db/migrate.ts'
import { createLogger } from './http/observability/log.ts'
import { createMetrics, type Figures } from './http/observability/metrics.ts'
import { createMetricsEndpoint, type MetricsEndpoint } from './http/observability/metrics-route.ts'
import { makeFilesPrivate } from './private-files.ts'
import { prepareForWorkers, type RunningServer, type ServerOptions, startServer, startWorker } from './server.ts'
import { createMetricsHub, requestMetrics } from './workers/metrics.ts'
import { startWorkers, WorkerFailed } from './workers/primary.ts'
import { requestLimits } from './workers/shared-limits.ts'
import { fail, primary } from './workers/worker.ts'

export async function run(given: Pick<ServerOptions, 'site' | 'migrationsDir'>): Promise<void> {
  makeFilesPrivate()
  try {
    const config = parseConfig(process.env)
    const options = { ...given, config, onFatal: stopWith }
    if (cluster.isWorker) await runWorker(options)
    else if (config.workers > 1) await runPrimary(options)
    else await runAlone(options)
  } catch (error) {
    if (cluster.isWorker) fail(describe(error))
    else stopWith(describe(error))
  }
}

/** Prints the addresses and, on the first start, the admin's password. */
export function announce({ admin, siteUrl, hasPublicAddress }: Config, server: Omit<RunningServer, 'stop'>): void {
  const address = hasPublicAddress ? siteUrl : `http://localhost:${server.port}`
  const lines = [`Site         ${address}`, `Back office  ${address}/admin`]
  if (server.mailboxPath) lines.push(`Mailbox      ${address}${server.mailboxPath}`)
  if (server.firstAdminPassword) {
    lines.push('', `First admin  ${admin.email}`, `Password     ${server.firstAdminPassword}   (shown only once)`)
  }
  process.stdout.write(`\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n\n`)
}

const OPERATOR_ERRORS = [ConfigError, FolderLocked, MigrationError, WorkerFailed]

/** An error that the operator can fix is printed as one line. Any other error is a bug and is printed with its stack. */
function describe(error: unknown): string {
  if (OPERATOR_ERRORS.some((kind) => error instanceof kind)) return (error as Error).message
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `PORT: ${port} is in use by another program`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function stopWith(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** Calls `stop` once, and then ends the process. */
function stopOn(signals: NodeJS.Signals[], stop: () => Promise<void>): () => void {
  let isStopping = false
  const once = () => {
    if (isStopping) return
    isStopping = true
    void stop().then(
      () => process.exit(0),
      (error) => stopWith(describe(error)),
    )
  }
  for (const signal of signals) process.on(signal, once)
  return once
}

/** `gather` collects the figures from all processes. */
function openMetrics(
  { metricsToken, dataDir }: Config,
  gather: (own: () => Promise<Figures>) => () => Promise<Figures[]>,
): MetricsEndpoint | null {
  if (!metricsToken) return null
  const metrics = createMetrics(dataDir)
  return createMetricsEndpoint(metrics, metricsToken, gather(metrics.figures))
}

async function runAlone(options: ServerOptions): Promise<void> {
  const metrics = openMetrics(options.config, (own) => async () => [await own()])
  const server = await startServer({ ...options, metrics })
  // SIGHUP means that the terminal in which the process was started has been closed.
  stopOn(['SIGTERM', 'SIGINT', 'SIGHUP'], server.stop)
  announce(options.config, server)
}

async function runPrimary(options: ServerOptions): Promise<void> {
  const { config } = options
  const log = createLogger(config.logLevel)
  const prepared = await prepareForWorkers(options, log)
  const figures = config.metricsToken ? createMetricsHub(createMetrics(config.dataDir).figures) : null
  const workers = await startWorkers({ count: config.workers, log, figures })
  const { firstAdminPassword } = await prepared.startJobs()
  stopOn(['SIGTERM', 'SIGINT'], async () => {
    await workers.stop()
    await prepared.stop()
  })
  let renewed = Promise.resolve()
  process.on('SIGHUP', () => {
    renewed = renewed.then(() => workers.renew()).catch((err) => log.error({ event: 'worker_start_failed', err }))
  })
  announce(config, { port: workers.port, mailboxPath: prepared.mailboxPath, firstAdminPassword })
}

async function runWorker(options: ServerOptions): Promise<void> {
  const metrics = openMetrics(options.config, (own) => requestMetrics(primary, own))
  const server = await startWorker({ ...options, metrics }, requestLimits(primary))
  const stop = stopOn(['SIGTERM'], server.stop)
  // A terminal sends these signals to every process, but a worker stops when the primary tells it to.
  process.on('SIGINT', () => {})
  process.on('SIGHUP', () => {})
  process.on('disconnect', stop)
  primary.onMessage((message) => message.kind === 'stop' && stop())
  primary.send({ kind: 'ready', port: server.port })
}
