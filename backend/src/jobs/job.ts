// Everything this service does without being asked: one list, started and stopped as one.

export interface Job {
  name: string
  start(): Promise<void>
  /** Finishes what is under way, and begins no more. */
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
