// The built product as a separate process on loopback, with a temporary data folder.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN, root } from '../../e2e/fixtures/site-process.ts'
import { ensureTemplate } from '../../e2e/fixtures/template.ts'
import { serverArguments } from '../../scripts/server-arguments.mjs'
import { freePort } from './free-port.ts'

export { ADMIN, root }

const START_TIMEOUT_MS = 120_000

export interface Site {
  url: string
  dataDir: string
  keys: { publishableKey: string; secretKey: string }
  pid(): number
  isAlive(): boolean
  /** Current and peak resident memory in MiB. */
  memory(): { now: number; peak: number }
  /** The process's output, to explain a failure. */
  log(): string
  start(): Promise<void>
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Stops the site and removes its data. */
  remove(): Promise<void>
}

export async function startSite(env: Record<string, string> = {}): Promise<Site> {
  const source = await ensureTemplate()
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-attacks-'))
  const dataDir = join(folder, 'data')
  await cp(source, dataDir, { recursive: true, preserveTimestamps: true })
  const site = await launch(dataDir, env)
  return {
    ...site,
    async remove() {
      await site.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The caller provides the data folder, and removes its parent. */
export async function launch(dataDir: string, env: Record<string, string>): Promise<Site> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const logFile = `${dataDir}.log`
  let child: ChildProcess | undefined
  const isAlive = () => child !== undefined && child.exitCode === null && child.signalCode === null

  const site: Site = {
    url,
    dataDir,
    keys: { publishableKey: '', secretKey: '' },
    pid: () => child?.pid ?? 0,
    isAlive,
    memory: () => readMemory(child?.pid ?? 0),
    log: () => readFileSync(logFile, 'utf8'),
    async start() {
      child = spawnSite(logFile, { PORT: String(port), DATA_DIR: dataDir, ...env })
      await waitUntilReady(url, child, site)
    },
    async stop(signal = 'SIGTERM') {
      if (!child || !isAlive()) return
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    },
    async remove() {
      await site.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  await site.start()
  Object.assign(site.keys, JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')))
  return site
}

function spawnSite(logFile: string, env: Record<string, string>): ChildProcess {
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, serverArguments(), {
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      NODE_ENV: 'production',
      TZ: 'UTC',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      CAPTCHA: 'off',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
  })
  closeSync(log)
  // Stops the site when the run ends, even if the run fails.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}

async function waitUntilReady(url: string, child: ChildProcess, site: Site): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The site exited while starting:\n${site.log().slice(-2000)}`)
    const ready = await fetch(`${url}/readyz`).catch(() => null)
    if (ready?.ok) return
    await new Promise((wake) => setTimeout(wake, 100))
  }
  child.kill('SIGKILL')
  throw new Error('The site was not ready in time')
}

function readMemory(pid: number): { now: number; peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const mib = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
    return { now: mib('VmRSS'), peak: mib('VmHWM') }
  } catch {
    return { now: 0, peak: 0 }
  }
}
