// Lets a few requests of each network through at a time. The others wait in their network's own short queue, and the
// queues are served in turn: ten thousand requests of one network stand in nobody's way but its own.

export interface TurnstileLimits {
  runningPerNetwork: number
  waitingPerNetwork: number
  /** For all together. */
  running: number
  waiting: number
  maxWaitMs: number
}

/** Ends what was let through; or why nothing was: one network has too much under way, or all together have. */
export type Entry = (() => void) | 'too-many' | 'busy'

export interface Turnstile {
  enter(network: string, signal: () => AbortSignal): Entry | Promise<Entry>
  /** Networks with something under way: nothing else is remembered. */
  readonly size: number
}

interface Queue {
  network: string
  running: number
  waiting: Set<() => void>
}

export function createTurnstile(limits: TurnstileLimits): Turnstile {
  const queues = new Map<string, Queue>()
  /** Those that wait only because all together have too much under way; the first is next. */
  const ready = new Set<Queue>()
  let running = 0
  let waiting = 0

  const hasRoom = (queue: Queue) => queue.running < limits.runningPerNetwork

  function start(queue: Queue): () => void {
    queues.set(queue.network, queue)
    queue.running++
    running++
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      queue.running--
      running--
      if (queue.waiting.size > 0) ready.add(queue)
      serveNext()
      forgetIfIdle(queue)
    }
  }

  function serveNext() {
    for (const queue of ready) {
      if (running >= limits.running) return
      ready.delete(queue)
      const [first] = queue.waiting
      first?.()
      // To the end of the line, behind the other networks.
      if (queue.waiting.size > 0 && hasRoom(queue)) ready.add(queue)
    }
  }

  function forgetIfIdle(queue: Queue) {
    if (queue.waiting.size > 0) return
    ready.delete(queue)
    if (queue.running === 0) queues.delete(queue.network)
  }

  function wait(queue: Queue, signal: AbortSignal): Promise<Entry> {
    queues.set(queue.network, queue)
    if (hasRoom(queue)) ready.add(queue)
    waiting++
    return new Promise((resolve) => {
      const leave = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
        queue.waiting.delete(take)
        waiting--
      }
      const take = () => {
        leave()
        resolve(start(queue))
      }
      const giveUp = () => {
        leave()
        resolve(hasRoom(queue) ? 'busy' : 'too-many')
        forgetIfIdle(queue)
      }
      const timer = setTimeout(giveUp, limits.maxWaitMs)
      signal.addEventListener('abort', giveUp, { once: true })
      queue.waiting.add(take)
    })
  }

  return {
    enter(network, signal) {
      const queue = queues.get(network) ?? { network, running: 0, waiting: new Set() }
      if (hasRoom(queue) && running < limits.running) return start(queue)
      if (queue.waiting.size >= limits.waitingPerNetwork) return 'too-many'
      return waiting >= limits.waiting ? 'busy' : wait(queue, signal())
    },
    get size() {
      return queues.size
    },
  }
}
