import { DatabaseUnavailable } from './database.ts'
import { MAX_QUEUED } from './limits.ts'

type Release = () => void

interface Waiting {
  start(release: Release): void
  refuse(error: Error): void
}

/** A queue that gives out one turn at a time, first come, first served. */
export class TurnQueue {
  readonly #waiting: Waiting[] = []
  #taken = false
  #shut = false

  constructor(readonly maxWaitMs: number) {}

  /** Resolves with the function that ends the turn. */
  take(maxWaitMs: number | null): Promise<Release> {
    if (this.#shut) return Promise.reject(new DatabaseUnavailable('The database is closed'))
    if (!this.#taken) {
      this.#taken = true
      return Promise.resolve(this.#release())
    }
    // During a flood, a quick refusal is better than a long wait.
    if (maxWaitMs !== null && this.#waiting.length >= MAX_QUEUED) {
      return Promise.reject(new DatabaseUnavailable('The database is busy'))
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { start: resolve, refuse: reject }
      this.#waiting.push(waiting)
      if (maxWaitMs === null) return
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(new DatabaseUnavailable('The database is busy'))
      }, maxWaitMs)
      waiting.start = (release) => {
        clearTimeout(timer)
        resolve(release)
      }
      waiting.refuse = (error) => {
        clearTimeout(timer)
        reject(error)
      }
    })
  }

  /** Refuses all work that is waiting or arrives later. */
  shut(): void {
    this.#shut = true
    for (const waiting of this.#waiting.splice(0)) waiting.refuse(new DatabaseUnavailable('The database is closed'))
  }

  #release(): Release {
    let released = false
    return () => {
      if (released) return
      released = true
      const next = this.#waiting.shift()
      if (next) next.start(this.#release())
      else this.#taken = false
    }
  }
}
