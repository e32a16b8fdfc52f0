// Several worker processes serve one site, so that it uses all processors. They share the listening socket. The primary
// starts them, replaces those that end, and enforces the limits that apply to all of them together.
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../http/observability/log.ts'
import { WORKER_TIMEOUTS } from './limits.ts'
import type { Channel, FromPrimary, FromWorker } from './messages.ts'
import type { FiguresDesk } from './metrics.ts'
import { createSharedLimits, type SharedLimits } from './shared-limits.ts'

export interface Workers {
  port: number
  /** Replaces the workers one after the other, without downtime. */
  renew(): Promise<void>
  /** Stops all workers. Each finishes its requests first. */
  stop(): Promise<void>
}

/** The message is one line for the operator. */
export class WorkerFailed extends Error {
  override name = 'WorkerFailed'
}

interface Running {
  worker: Worker
  port: number
}

interface WorkersOptions {
  count: number
  log: Logger
  /** Null if /metrics is off. */
  figures: FiguresDesk | null
}

export async function startWorkers({ count, log, figures }: WorkersOptions): Promise<Workers> {
  const limits = createSharedLimits()
  const running = new Set<Running>()
  /** Replacements that are still starting. */
  const replacements = new Set<Promise<void>>()
  let isStopping = false

  async function start(): Promise<Running> {
    const one = await fork(limits, figures)
    running.add(one)
    const onEnd = (code: number | null, signal: string | null) => {
      if (!running.delete(one) || isStopping) return
      log.error({ event: 'worker_ended', code, signal })
      const replaced = replace().finally(() => replacements.delete(replaced))
      replacements.add(replaced)
    }
    one.worker.once('exit', onEnd)
    // The worker may have ended while its ready message was on the way.
    if (one.worker.isDead()) onEnd(one.worker.process.exitCode, one.worker.process.signalCode)
    return one
  }

  /** Tries until it succeeds, because a worker may be unable to start for a while, for example when the database is down. */
  async function replace(): Promise<void> {
    for (
      let wait = WORKER_TIMEOUTS.firstPauseMs;
      !isStopping;
      wait = Math.min(wait * 2, WORKER_TIMEOUTS.longestPauseMs)
    ) {
      await pause(wait)
      if (isStopping) return
      try {
        const started = await start()
        if (isStopping) await end(started)
        return
      } catch (err) {
        log.error({ event: 'worker_start_failed', err })
      }
    }
  }

  // Start the first worker alone, so that if workers cannot start, the reason is reported only once.
  const first = await start()
  try {
    await Promise.all(Array.from({ length: count - 1 }, start))
  } catch (error) {
    isStopping = true
    await Promise.all([...running].map(end))
    throw error
  }

  return {
    port: first.port,
    async renew() {
      // A worker that is still starting may have read the configuration before it changed.
      await Promise.all(replacements)
      for (const old of [...running]) {
        if (isStopping) return
        await start()
        running.delete(old)
        await end(old)
      }
    },
    async stop() {
      isStopping = true
      await Promise.all([...running].map(end))
    },
  }
}

function fork(limits: SharedLimits, figures: FiguresDesk | null): Promise<Running> {
  return new Promise((resolve, reject) => {
    const worker = cluster.fork()
    const channel: Channel<FromWorker, FromPrimary> = {
      send: (message) => void (worker.isConnected() && worker.send(message)),
      onMessage: (listener) => void worker.on('message', listener),
    }
    const release = limits.serve(channel)
    const forget = figures?.serve(channel)
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') resolve({ worker, port: message.port })
      if (message.kind === 'failed') reject(new WorkerFailed(message.line))
    })
    // If the connection breaks, the worker ends, and the exit event reports that.
    worker.on('error', () => {})
    worker.once('exit', (code, signal) => {
      release()
      forget?.()
      reject(new WorkerFailed(`A worker exited before it was ready (${signal ?? code})`))
    })
  })
}

async function end({ worker }: Running): Promise<void> {
  if (worker.isDead()) return
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  if (worker.isConnected()) worker.send({ kind: 'stop' } satisfies FromPrimary)
  const deadline = setTimeout(() => worker.process.kill('SIGKILL'), WORKER_TIMEOUTS.stopMs)
  await ended
  clearTimeout(deadline)
}
