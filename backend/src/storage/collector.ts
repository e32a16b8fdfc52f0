import type { Logger } from '../http/log.ts'
import { type CollectDeps, collectPictures } from './collect.ts'

export interface Collector {
  start(): void
  /** Waits for a round that is under way. */
  stop(): Promise<void>
}

const HOUR_MS = 3_600_000

/** Collects once an hour while the service runs. */
export function createCollector({ log, ...deps }: CollectDeps & { log: Logger }): Collector {
  let timer: NodeJS.Timeout | undefined
  let round = Promise.resolve()
  const collect = async () => {
    try {
      const collected = await collectPictures(deps)
      if (Object.values(collected).some((count) => count > 0)) log.info({ event: 'pictures_collected', ...collected })
    } catch (error) {
      log.error({ event: 'picture_collection_failed', err: error })
    }
  }
  return {
    start() {
      timer = setInterval(() => {
        round = round.then(collect)
      }, HOUR_MS)
      timer.unref()
    },
    stop() {
      clearInterval(timer)
      return round
    },
  }
}
