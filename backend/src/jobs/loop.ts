/** One round after the other, with a pause between; `wake` ends the pause. */
export interface Loop {
  wake(): void
  /** Waits for the round under way. */
  stop(): Promise<void>
}

export interface LoopOptions {
  round(): Promise<void>
  /** How long to rest after a round. */
  pauseMs(): Promise<number>
  onError(error: unknown): void
  /** When `pauseMs` cannot say, because the database is away. */
  fallbackMs: number
}

export function createLoop({ round, pauseMs, onError, fallbackMs }: LoopOptions): Loop {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isStopped = false
  let isWakeWanted = false

  async function turn(): Promise<void> {
    await round().catch(onError)
    const delay = await pauseMs().catch(() => fallbackMs)
    running = undefined
    if (isStopped) return
    timer = setTimeout(wake, isWakeWanted ? 0 : delay)
    timer.unref()
    isWakeWanted = false
  }

  /** One round at a time: a call during one asks for another after it. */
  function wake(): void {
    if (isStopped) return
    if (running) {
      isWakeWanted = true
      return
    }
    clearTimeout(timer)
    running = turn()
  }

  return {
    wake,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
