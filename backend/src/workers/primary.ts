// Several processes that serve one site, so that it uses all processors. They share the listening socket; this process
// starts them, replaces those that end, and keeps the limits that count for all.
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../http/observability/log.ts'
import { WORKER_TIMEOUTS } from './limits.ts'
import type { FromPrimary, FromWorker } from './messages.ts'
import type { FiguresDesk } from './metrics.ts'
import { type Book, createBook } from './shared-limits.ts'

export interface Workers {
  port: number
  /** Replaces one after the other; the site answers all the while. */
  renew(): Promise<void>
  /** Each finishes what is under way. */
  stop(): Promise<void>
}

/** Its message is one line for the operator. */
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
  /** Gathers the figures of all, where anyone may ask for them. */
  figures: FiguresDesk | null
}

export async function startWorkers({ count, log, figures }: WorkersOptions): Promise<Workers> {
  const book = createBook()
  const running = new Set<Running>()
  /** Those that take the place of one that ended, until they are ready. */
  const replacements = new Set<Promise<void>>()
  let isStopping = false

  async function start(): Promise<Running> {
    const one = await fork(book, figures)
    running.add(one)
    const onEnd = (code: number | null, signal: string | null) => {
      if (!running.delete(one) || isStopping) return
      log.error({ event: 'worker_ended', code, signal })
      const replaced = replace().finally(() => replacements.delete(replaced))
      replacements.add(replaced)
    }
    one.worker.once('exit', onEnd)
    // It may have ended while we were told that it is ready.
    if (one.worker.isDead()) onEnd(one.worker.process.exitCode, one.worker.process.signalCode)
    return one
  }

  /** For as long as it takes: what keeps a worker from starting now (a database that is away) passes. */
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
        log.error({ event: 'worker_does_not_start', err })
      }
    }
  }

  // The first alone: what keeps it from starting is said once.
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
      // One that is just starting may have begun before what it is renewed for.
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

function fork(book: Book, figures: FiguresDesk | null): Promise<Running> {
  return new Promise((resolve, reject) => {
    const worker = cluster.fork()
    const say = (message: FromPrimary) => void (worker.isConnected() && worker.send(message))
    const channel = { say, hear: (onMessage: (message: FromWorker) => void) => void worker.on('message', onMessage) }
    const giveBack = book.serve(channel)
    const forget = figures?.serve(channel)
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') resolve({ worker, port: message.port })
      if (message.kind === 'failed') reject(new WorkerFailed(message.line))
    })
    // A pipe that breaks is a worker that ends.
    worker.on('error', () => {})
    worker.once('exit', (code, signal) => {
      giveBack()
      forget?.()
      reject(new WorkerFailed(`A worker ended before it was ready (${signal ?? code})`))
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
