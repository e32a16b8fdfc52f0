// The figures from all processes on a machine. The worker that serves /metrics requests them from the primary, which
// collects them from all workers.
import type { Figures } from '../http/observability/metrics.ts'
import type { Channel, FromPrimary, FromWorker } from './messages.ts'

type ToWorker = Channel<FromWorker, FromPrimary>
type ToPrimary = Channel<FromPrimary, FromWorker>

/** A worker that takes longer than this is left out. */
const TIMEOUT_MS = 2_000

export interface FiguresDesk {
  /** Serves one worker. Call the returned function when the worker has ended. */
  serve(worker: ToWorker): () => void
}

/** `own` returns the figures for the primary itself, which runs the jobs. */
export function createMetricsHub(own: () => Promise<Figures>): FiguresDesk {
  const workers = new Set<ToWorker>()
  const pending = new Map<number, (figures: Figures) => void>()
  let lastId = 0

  const request = (worker: ToWorker): Promise<Figures | null> =>
    new Promise((resolve) => {
      const id = ++lastId
      const settle = (figures: Figures | null) => {
        clearTimeout(timer)
        pending.delete(id)
        resolve(figures)
      }
      const timer = setTimeout(() => settle(null), TIMEOUT_MS)
      pending.set(id, settle)
      worker.send({ kind: 'tell-figures', id })
    })

  return {
    serve(worker) {
      workers.add(worker)
      worker.onMessage((message) => {
        if (message.kind === 'figures') pending.get(message.id)?.(message.figures)
        if (message.kind !== 'figures-wanted') return
        void Promise.all([own(), ...[...workers].map(request)]).then((all) =>
          worker.send({ kind: 'figures-of-all', id: message.id, all: all.filter((one) => one !== null) }),
        )
      })
      return () => void workers.delete(worker)
    },
  }
}

/** The worker's side. Sends the worker's own figures on request, and returns a function that gets those of all processes. */
export function requestMetrics(primary: ToPrimary, own: () => Promise<Figures>): () => Promise<Figures[]> {
  const pending = new Map<number, (all: Figures[]) => void>()
  let lastId = 0
  primary.onMessage((message) => {
    if (message.kind === 'tell-figures') {
      void own().then((figures) => primary.send({ kind: 'figures', id: message.id, figures }))
    }
    if (message.kind === 'figures-of-all') pending.get(message.id)?.(message.all)
  })
  return () =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      const settle = (all: Figures[] | null) => {
        clearTimeout(timer)
        pending.delete(id)
        if (all) resolve(all)
        else reject(new Error('The primary process did not respond'))
      }
      const timer = setTimeout(() => settle(null), 2 * TIMEOUT_MS)
      pending.set(id, settle)
      primary.send({ kind: 'figures-wanted', id })
    })
}
