// Metrics about a running process for Prometheus, collected only if METRICS_TOKEN is set. Label values come from fixed
// lists, so that there are few of them and none contains personal data such as a path, an address or an account.
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'
import { freeBytes } from '../../config/machine.ts'
import type { ConnectionFigures } from '../../db/database.ts'
import type { RequestObserver } from './log.ts'
import { routeClassOf } from './route-class.ts'
import { VERSION } from './version.ts'

/** The metrics of one process, as sent to the process that serves /metrics. */
export type Figures = MetricObjectWithValues<MetricValue<string>>[]

export interface Metrics {
  requests: RequestObserver
  /** Adds sources that are read at each scrape. */
  watch(sources: Sources): void
  figures(): Promise<Figures>
}

interface Sources {
  connections?(): readonly ConnectionFigures[]
  responseCache?(): { hits: number; misses: number; entries: number; bytes: number }
  /** The read replica's lag in seconds, or null while the replica is not in use. */
  replicaLag?(): number | null
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(dataDir: string): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const sources: Sources = {}
  const gauge = <T extends string>(
    name: string,
    help: string,
    labelNames: T[],
    collect: (gauge: Gauge<T>) => unknown,
  ) =>
    new Gauge({
      name: `forecourt_${name}`,
      help,
      labelNames,
      registers: [register],
      async collect() {
        await collect(this)
      },
    })

  const requests = new Counter({
    name: 'forecourt_requests_total',
    help: 'Requests not served from the response cache, by route, method and status',
    labelNames: ['route', 'method', 'status'],
    registers: [register],
  })
  const seconds = new Histogram({
    name: 'forecourt_request_seconds',
    help: 'Duration of requests not served from the response cache',
    labelNames: ['route'],
    buckets: SECONDS,
    registers: [register],
  })
  const inFlight = new Gauge({
    name: 'forecourt_requests_in_flight',
    help: 'Requests in progress, including queued requests',
    registers: [register],
  })

  const cached = new Counter({
    name: 'forecourt_response_cache_total',
    help: 'Cacheable requests, by whether they were served from the response cache (hit) or not (miss)',
    labelNames: ['outcome'],
    registers: [register],
    collect() {
      const now = sources.responseCache?.()
      this.reset()
      this.inc({ outcome: 'hit' }, now?.hits ?? 0)
      this.inc({ outcome: 'miss' }, now?.misses ?? 0)
    },
  })
  void cached
  gauge('response_cache_bytes', 'Size of the response cache', [], (one) =>
    one.set(sources.responseCache?.().bytes ?? 0),
  )
  gauge(
    'database_connections',
    'PostgreSQL connections, and queries waiting for a connection',
    ['pool', 'state'],
    (one) => {
      for (const { pool, ...states } of sources.connections?.() ?? []) {
        for (const [state, count] of Object.entries(states)) one.set({ pool, state }, count)
      }
    },
  )
  aggregatedBy('max', [
    gauge(
      'replica_lag_seconds',
      'How far the read replica lags behind; absent while the replica is not used',
      [],
      (one) => {
        one.remove()
        const lag = sources.replicaLag?.()
        if (lag !== null && lag !== undefined) one.set(lag)
      },
    ),
  ])
  aggregatedBy('first', [
    gauge('disk_free_bytes', 'Free space on the disk that holds DATA_DIR', [], async (one) =>
      one.set(await freeBytes(dataDir)),
    ),
    gauge('build_info', 'Version and commit of this build', ['version', 'commit'], (one) => one.set(VERSION, 1)),
  ])
  gauge('processes', 'Processes on this machine that responded', [], (one) => one.set(1))

  return {
    requests: {
      started: () => inFlight.inc(),
      ended({ method, path, status, ms }) {
        inFlight.dec()
        const route = routeClassOf(path)
        requests.inc({ route, method: METHODS.has(method) ? method : 'other', status })
        seconds.observe({ route }, ms / 1000)
      },
    },
    watch: (more) => void Object.assign(sources, more),
    figures: async () => (await register.getMetricsAsJSON()) as Figures,
  }
}

/** A client can send any method, so all other methods share one label. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Sets how the values of several processes are combined. By default they are added up. */
function aggregatedBy(aggregator: 'first' | 'max', metrics: object[]): void {
  for (const metric of metrics) Object.assign(metric, { aggregator })
}
