// Background jobs, which are started and stopped together.

export interface Job {
  name: string
  start(): Promise<void>
  /** Finishes work in progress and starts nothing new. */
  stop(): Promise<void>
}

export interface Jobs {
  start(): Promise<void>
  stop(): Promise<void>
}

export function createJobs(list: readonly Job[]): Jobs {
  return {
    async start() {
      for (const job of list) await job.start()
    },
    async stop() {
      await Promise.all(list.map((job) => job.stop()))
    },
  }
}
