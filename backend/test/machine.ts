// One machine in a site that runs on several machines: a process with its own data folder.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import { expect, vi } from 'vitest'
import { migrationsDirectory, testDirectory } from './engines.ts'

export interface Machine {
  url: string
  /** Everything that the process printed and logged. */
  output(): string
  /** The process's log, one entry per line. */
  log(): Record<string, unknown>[]
  stop(): Promise<void>
  kill(): void
}

interface MachineOptions {
  /** The bundle of run-site.ts. */
  program: string
  env: Record<string, string | undefined>
  /** The shared folder that stands in for S3. */
  pictures: string
}

export async function startMachine({ program, env, pictures }: MachineOptions): Promise<Machine> {
  const dataDir = mkdtempSync(join(testDirectory(), 'machine-'))
  mkdirSync(pictures, { recursive: true })
  symlinkSync(pictures, join(dataDir, 'pictures'))
  const { PATH, HOME, TMPDIR, NODE_OPTIONS } = process.env
  const child = spawn(process.execPath, [program], {
    env: {
      PATH,
      HOME,
      TMPDIR,
      NODE_OPTIONS,
      NODE_ENV: 'production',
      MIGRATIONS_DIR: migrationsDirectory,
      DATA_DIR: dataDir,
      WORKERS: '1',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      TRUST_PROXY: '1',
      ...env,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const ended = once(child, 'exit')
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  await vi.waitFor(
    () => {
      if (isOver) throw new Error(output)
      expect(output).toContain('Back office')
    },
    { timeout: 200_000, interval: 50 },
  )
  const lines = () => output.split('\n').filter((line) => line.startsWith('{'))
  return {
    url: `http://127.0.0.1:${/Site\s+http:\/\/localhost:(\d+)/.exec(output)?.[1]}`,
    output: () => output,
    log: () => lines().map((line) => JSON.parse(line)),
    kill: () => child.kill('SIGKILL'),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A proof of work, as a browser computes it. */
export async function proveHuman(machine: Machine, action: string): Promise<string> {
  const response = await fetch(`${machine.url}/captcha/v1/?action=${action}`)
  const { challenge } = (await response.json()) as { challenge: Challenge }
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
