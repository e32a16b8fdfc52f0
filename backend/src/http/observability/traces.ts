// Records spans of requests for OpenTelemetry and sends them in batches as OTLP JSON. Loaded only if the environment
// names a collector. Like a log line, a span contains no personal data, so it leaves out the query and the address.
import { randomBytes } from 'node:crypto'
import type { TraceSettings } from '../../config/trace-settings.ts'
import { TRACES } from './limits.ts'
import type { EndedRequest, RequestObserver } from './log.ts'
import { routeClassOf } from './route-class.ts'
import { scrubPath } from './scrub.ts'
import { VERSION } from './version.ts'

export interface Traces extends RequestObserver {
  /** Sends the remaining spans. */
  stop(): Promise<void>
}

interface TracesDeps {
  settings: TraceSettings
  log: { warn(details: object): void }
  send?: typeof fetch
}

type Attribute = { key: string; value: { stringValue: string } | { intValue: string } }

/** 00-<trace>-<span>-<flags>, where the last bit is set if the trace is recorded. */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
const KIND_SERVER = 2
const STATUS_ERROR = 2

export function createTraces({ settings, log, send = fetch }: TracesDeps): Traces {
  const { url, headers, resource, sampler } = settings
  const resourceAttributes = attributes({ ...resource, 'service.version': VERSION.version })
  let waiting: object[] = []
  let dropped = 0
  let sending: Promise<void> | null = null

  async function sendAll(): Promise<void> {
    const spans = waiting.splice(0, TRACES.batch)
    if (spans.length === 0) return
    const scopeSpans = [{ scope: { name: 'forecourt', version: VERSION.version }, spans }]
    try {
      const response = await send(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ resourceSpans: [{ resource: { attributes: resourceAttributes }, scopeSpans }] }),
        signal: AbortSignal.timeout(TRACES.timeoutMs),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the collector responded with status ${response.status}`)
    } catch (error) {
      dropped += spans.length
      log.warn({ event: 'traces_not_sent', dropped, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  const flush = () => {
    sending ??= sendAll().finally(() => {
      sending = null
    })
    return sending
  }
  const timer = setInterval(() => void flush(), TRACES.everyMs).unref()

  return {
    started() {},
    ended(request) {
      const parent = TRACEPARENT.exec(request.traceparent ?? '')
      if (!isSampled(parent, sampler)) return
      // Spans must not use up the memory while the collector is down.
      if (waiting.length >= TRACES.waiting) dropped++
      else waiting.push(toSpan(request, parent))
    },
    async stop() {
      clearInterval(timer)
      await sending
      await flush()
      waiting = []
    },
  }
}

function isSampled(parent: RegExpExecArray | null, { ratio, followsParent }: TraceSettings['sampler']): boolean {
  if (parent && followsParent) return (Number.parseInt(parent[3] ?? '0', 16) & 1) === 1
  return ratio >= 1 || Math.random() < ratio
}

function toSpan({ method, path, status, ms, requestId }: EndedRequest, parent: RegExpExecArray | null) {
  const route = routeClassOf(path)
  const end = BigInt(Date.now()) * 1_000_000n
  return {
    traceId: parent?.[1] ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    ...(parent && { parentSpanId: parent[2] }),
    name: `${method} ${route}`,
    kind: KIND_SERVER,
    startTimeUnixNano: String(end - BigInt(Math.round(ms * 1_000_000))),
    endTimeUnixNano: String(end),
    attributes: attributes({
      'http.request.method': method,
      'http.route': route,
      'url.path': scrubPath(path),
      'http.response.status_code': status,
      'forecourt.request_id': requestId,
    }),
    ...(status >= 500 && { status: { code: STATUS_ERROR } }),
  }
}

const attributes = (values: Record<string, string | number>): Attribute[] =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
