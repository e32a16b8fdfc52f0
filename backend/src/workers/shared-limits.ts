// NetworkCounters by network hold for all workers together: the primary keeps the book of who has what under way, and what one worker
// spent of a network's share of the database the others hear of.

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

/** Work is told in lots: a line for each request would cost more than it is worth. */
const TELL_EVERY_MS = 200

export interface Book {
  /** Answers one worker; what is returned gives back all that it held, when it has ended. */
  serve(worker: ToWorker): () => void
}

export function createBook(admission: NetworkLimits = createNetworkLimits()): Book {
  const workers = new Set<ToWorker>()

  return {
    serve(worker) {
      workers.add(worker)
      const leaveOf = new Map<number, () => void>()

      function answer(id: number, entry: Entry): void {
        const isWanted = leaveOf.has(id)
        if (typeof entry !== 'function') {
          leaveOf.delete(id)
          if (isWanted) worker.say({ kind: 'refused', id, refused: entry })
        } else if (isWanted) {
          leaveOf.set(id, entry)
          worker.say({ kind: 'entered', id })
        } else {
          entry()
        }
      }

      worker.hear((message) => {
        if (message.kind === 'enter') {
          const { id, lane, network } = message
          const left = new AbortController()
          leaveOf.set(id, () => left.abort())
          const entered = admission[lane].enter(network, () => left.signal)
          if (!(entered instanceof Promise)) return answer(id, entered)
          worker.say({ kind: 'wait', id })
          void entered.then((entry) => answer(id, entry))
        } else if (message.kind === 'leave') {
          const leave = leaveOf.get(message.id)
          leaveOf.delete(message.id)
          leave?.()
        } else if (message.kind === 'spent') {
          for (const other of workers) if (other !== worker) other.say({ kind: 'spent', spent: message.spent })
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

interface Asked {
  signal(): AbortSignal
  settle(entry: Entry): void
}

/** The limits of a worker: it asks the primary. */
export function askForLimits(primary: ToPrimary): NetworkCounters {
  const { work } = createNetworkCounters()
  const asked = new Map<number, Asked>()
  const spent = new Map<string, number>()
  let lastId = 0

  const leave = (id: number) => primary.say({ kind: 'leave', id })
  const settle = (id: number, entry: Entry) => {
    asked.get(id)?.settle(entry)
    asked.delete(id)
  }

  /** Whoever goes while waiting gives up the place. */
  function watchFor(id: number, signal: AbortSignal): void {
    const giveUp = () => {
      if (!asked.has(id)) return
      leave(id)
      settle(id, { why: 'busy', retryAfterSeconds: 1 })
    }
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
  }

  primary.hear((message) => {
    if (message.kind === 'entered') {
      let isOver = false
      settle(message.id, () => {
        if (!isOver) leave(message.id)
        isOver = true
      })
    } else if (message.kind === 'refused') {
      settle(message.id, message.refused)
    } else if (message.kind === 'wait') {
      const waiting = asked.get(message.id)
      if (waiting) watchFor(message.id, waiting.signal())
    } else if (message.kind === 'spent') {
      for (const [network, milliseconds] of message.spent) work.spend(network, milliseconds)
    }
  })

  const tell = () => {
    primary.say({ kind: 'spent', spent: [...spent] })
    spent.clear()
  }
  const door = (lane: keyof NetworkLimits): NetworkLimit => ({
    enter: (network, signal) =>
      new Promise((resolve) => {
        const id = ++lastId
        asked.set(id, { signal, settle: resolve })
        primary.say({ kind: 'enter', id, lane, network })
      }),
  })

  return {
    admission: { work: door('work'), pictures: door('pictures') },
    work: {
      waitSeconds: (network) => work.waitSeconds(network),
      spend(network, milliseconds) {
        work.spend(network, milliseconds)
        if (spent.size === 0) setTimeout(tell, TELL_EVERY_MS).unref()
        spent.set(network, (spent.get(network) ?? 0) + milliseconds)
      },
    },
  }
}
