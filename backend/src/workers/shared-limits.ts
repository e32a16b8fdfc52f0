// Limits per network apply to all workers together. The primary admits each request, and the database time that one
// worker spends on a network is reported to the others.
import { createNetworkCounters, type NetworkCounters } from '../http/admission/network-counters.ts'
import {
  createNetworkLimits,
  type Entry,
  type NetworkLimit,
  type NetworkLimits,
} from '../http/admission/network-limits.ts'
import type { Channel, FromPrimary, FromWorker } from './messages.ts'

type ToWorker = Channel<FromWorker, FromPrimary>
type ToPrimary = Channel<FromPrimary, FromWorker>

/** Database time is reported in batches, because a message for each request would cost too much. */
const REPORT_EVERY_MS = 200

export interface SharedLimits {
  /** Serves one worker. When the worker has ended, call the returned function to release everything it held. */
  serve(worker: ToWorker): () => void
}

export function createSharedLimits(admission: NetworkLimits = createNetworkLimits()): SharedLimits {
  const workers = new Set<ToWorker>()

  return {
    serve(worker) {
      workers.add(worker)
      const leaveOf = new Map<number, () => void>()

      function reply(id: number, entry: Entry): void {
        const isWaiting = leaveOf.has(id)
        if (typeof entry !== 'function') {
          leaveOf.delete(id)
          if (isWaiting) worker.send({ kind: 'refused', id, refused: entry })
        } else if (isWaiting) {
          leaveOf.set(id, entry)
          worker.send({ kind: 'entered', id })
        } else {
          entry()
        }
      }

      worker.onMessage((message) => {
        if (message.kind === 'enter') {
          const { id, lane, network } = message
          const left = new AbortController()
          leaveOf.set(id, () => left.abort())
          const entered = admission[lane].enter(network, () => left.signal)
          if (!(entered instanceof Promise)) return reply(id, entered)
          worker.send({ kind: 'wait', id })
          void entered.then((entry) => reply(id, entry))
        } else if (message.kind === 'leave') {
          const leave = leaveOf.get(message.id)
          leaveOf.delete(message.id)
          leave?.()
        } else if (message.kind === 'spent') {
          for (const other of workers) if (other !== worker) other.send({ kind: 'spent', spent: message.spent })
        }
      })

      return () => {
        workers.delete(worker)
        const leaves = [...leaveOf.values()]
        leaveOf.clear()
        for (const leave of leaves) leave()
      }
    },
  }
}

interface Pending {
  signal(): AbortSignal
  settle(entry: Entry): void
}

/** A worker's limits, which the primary enforces. */
export function requestLimits(primary: ToPrimary): NetworkCounters {
  const { work } = createNetworkCounters()
  const pending = new Map<number, Pending>()
  const spent = new Map<string, number>()
  let lastId = 0

  const leave = (id: number) => primary.send({ kind: 'leave', id })
  const settle = (id: number, entry: Entry) => {
    pending.get(id)?.settle(entry)
    pending.delete(id)
  }

  /** A request that is aborted while waiting gives up its place. */
  function watchAbort(id: number, signal: AbortSignal): void {
    const giveUp = () => {
      if (!pending.has(id)) return
      leave(id)
      settle(id, { why: 'busy', retryAfterSeconds: 1 })
    }
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
  }

  primary.onMessage((message) => {
    if (message.kind === 'entered') {
      let isOver = false
      settle(message.id, () => {
        if (!isOver) leave(message.id)
        isOver = true
      })
    } else if (message.kind === 'refused') {
      settle(message.id, message.refused)
    } else if (message.kind === 'wait') {
      const waiting = pending.get(message.id)
      if (waiting) watchAbort(message.id, waiting.signal())
    } else if (message.kind === 'spent') {
      for (const [network, milliseconds] of message.spent) work.spend(network, milliseconds)
    }
  })

  const report = () => {
    primary.send({ kind: 'spent', spent: [...spent] })
    spent.clear()
  }
  const limitOf = (lane: keyof NetworkLimits): NetworkLimit => ({
    enter: (network, signal) =>
      new Promise((resolve) => {
        const id = ++lastId
        pending.set(id, { signal, settle: resolve })
        primary.send({ kind: 'enter', id, lane, network })
      }),
  })

  return {
    admission: { work: limitOf('work'), pictures: limitOf('pictures') },
    work: {
      waitSeconds: (network) => work.waitSeconds(network),
      spend(network, milliseconds) {
        work.spend(network, milliseconds)
        if (spent.size === 0) setTimeout(report, REPORT_EVERY_MS).unref()
        spent.set(network, (spent.get(network) ?? 0) + milliseconds)
      },
    },
  }
}
