import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

const START_TIMEOUT_MS = 30_000
const END_TIMEOUT_MS = 5000

/** Retries until `ask` succeeds, because a new process takes a while to start listening. */
export async function retryUntilReady<T>(ask: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((wake) => setTimeout(wake, 100))
    }
  }
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  const killer = setTimeout(() => child.kill('SIGKILL'), END_TIMEOUT_MS)
  child.kill()
  await exited
  clearTimeout(killer)
}

/** A virtual display for a browser that has no headless mode. Xvfb chooses a free display number and reports it. */
export async function startDisplay(): Promise<{ name: string; stop(): Promise<void> }> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(child.stdio[3] as Readable, 'data')) as [Buffer]
  return { name: `:${number.toString().trim()}`, stop: () => endProcess(child) }
}
