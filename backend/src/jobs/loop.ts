/** Calls `run` repeatedly, with a pause in between. `wake` ends the pause. */
export interface Loop {
  wake(): void
  /** Waits for the current run to finish. */
  stop(): Promise<void>
}

export interface LoopOptions {
  run(): Promise<void>
  /** How long to pause after a run. */
  pauseMs(): Promise<number>
  onError(error: unknown): void
  /** The pause if `pauseMs` fails, for example because the database is down. */
  fallbackMs: number
}

export function createLoop({ run, pauseMs, onError, fallbackMs }: LoopOptions): Loop {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isStopped = false
  let isWakePending = false

  async function runOnce(): Promise<void> {
    await run().catch(onError)
    const delay = await pauseMs().catch(() => fallbackMs)
    running = undefined
    if (isStopped) return
    timer = setTimeout(wake, isWakePending ? 0 : delay)
    timer.unref()
    isWakePending = false
  }

  /** Only one run happens at a time. A call during a run starts another run afterwards. */
  function wake(): void {
    if (isStopped) return
    if (running) {
      isWakePending = true
      return
    }
    clearTimeout(timer)
    running = runOnce()
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
