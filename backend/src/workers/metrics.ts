// The figures of all processes of a machine, for the one worker that was asked: it asks the primary, which asks the others.
import type { Figures } from '../http/observability/metrics.ts'
import type { Channel, FromPrimary, FromWorker } from './messages.ts'

type ToWorker = Channel<FromWorker, FromPrimary>
type ToPrimary = Channel<FromPrimary, FromWorker>

/** One that does not answer in time is left out. */
const PATIENCE_MS = 2_000

export interface FiguresDesk {
  /** Serves one worker; what is returned forgets it, when it has ended. */
  serve(worker: ToWorker): () => void
}

/** `own` are the primary's: it does the jobs. */
export function createFiguresDesk(own: () => Promise<Figures>): FiguresDesk {
  const workers = new Set<ToWorker>()
  const asked = new Map<number, (figures: Figures) => void>()
  let lastId = 0

  const ask = (worker: ToWorker): Promise<Figures | null> =>
    new Promise((resolve) => {
      const id = ++lastId
      const settle = (figures: Figures | null) => {
        clearTimeout(timer)
        asked.delete(id)
        resolve(figures)
      }
      const timer = setTimeout(() => settle(null), PATIENCE_MS)
      asked.set(id, settle)
      worker.say({ kind: 'tell-figures', id })
    })

  return {
    serve(worker) {
      workers.add(worker)
      worker.hear((message) => {
        if (message.kind === 'figures') asked.get(message.id)?.(message.figures)
        if (message.kind !== 'figures-wanted') return
        void Promise.all([own(), ...[...workers].map(ask)]).then((all) =>
          worker.say({ kind: 'figures-of-all', id: message.id, all: all.filter((one) => one !== null) }),
        )
      })
      return () => void workers.delete(worker)
    },
  }
}

/** A worker's part: tells its own, and asks for all. */
export function askForFigures(primary: ToPrimary, own: () => Promise<Figures>): () => Promise<Figures[]> {
  const waiting = new Map<number, (all: Figures[]) => void>()
  let lastId = 0
  primary.hear((message) => {
    if (message.kind === 'tell-figures') {
      void own().then((figures) => primary.say({ kind: 'figures', id: message.id, figures }))
    }
    if (message.kind === 'figures-of-all') waiting.get(message.id)?.(message.all)
  })
  return () =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      const settle = (all: Figures[] | null) => {
        clearTimeout(timer)
        waiting.delete(id)
        if (all) resolve(all)
        else reject(new Error('The primary did not answer'))
      }
      const timer = setTimeout(() => settle(null), 2 * PATIENCE_MS)
      waiting.set(id, settle)
      primary.say({ kind: 'figures-wanted', id })
    })
}
