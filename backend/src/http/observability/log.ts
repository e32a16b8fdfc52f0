// Writes one log line per request. It contains no personal data: no query, body, address or token. Responses from the
// cache are not logged one by one. Instead, they are counted, and the count is logged once a minute
// (response-cache.ts).
import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { type Logger, pino } from 'pino'
import { createLineLimit } from './log-lines.ts'
import { createLogOutput } from './log-output.ts'
import { scrubError, scrubPath } from './scrub.ts'

export type { Logger }

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string
  }
}

export interface EndedRequest {
  method: string
  path: string
  status: number
  ms: number
  requestId: string
  /** The trace that this request belongs to, according to the caller. */
  traceparent: string | undefined
}

/** Counts or traces requests. */
export interface RequestObserver {
  started(): void
  ended(request: EndedRequest): void
}

export function createLogger(level: string, output = createLogOutput()): Logger {
  const isWithinLimit = createLineLimit({
    onLeftOut: (lines) => logger.warn({ event: 'log_lines_left_out', lines }),
  })
  const logger = pino(
    {
      level,
      base: null,
      serializers: { err: scrubError },
      hooks: {
        logMethod(args, write, lineLevel) {
          if (isWithinLimit(lineLevel, args[0])) write.apply(this, args)
        },
      },
    },
    output,
  )
  return logger
}

const REQUEST_ID = /^[\w-]{8,64}$/
const QUIET_PATHS = /^\/(assets|healthz|readyz|metrics)/

export function logRequests(log: Logger, observers: readonly RequestObserver[] = []): MiddlewareHandler {
  return async (c, next) => {
    const given = c.req.header('x-request-id') ?? ''
    const requestId = REQUEST_ID.test(given) ? given : randomUUID()
    c.set('requestId', requestId)
    const started = performance.now()
    for (const observer of observers) observer.started()
    try {
      await next()
    } finally {
      if (observers.length > 0) {
        const { method, path } = c.req
        const { status } = c.res
        const ms = performance.now() - started
        const ended = { method, path, status, ms, requestId, traceparent: c.req.header('traceparent') }
        for (const observer of observers) observer.ended(ended)
      }
    }
    // Do not use c.header(), which would rebuild a finished response with its body as a stream.
    c.res.headers.set('x-request-id', requestId)
    const ms = Math.round(performance.now() - started)
    const level = QUIET_PATHS.test(c.req.path) ? 'debug' : 'info'
    const { method, path } = c.req
    log[level]({ event: 'request', requestId, method, path: scrubPath(path), status: c.res.status, ms })
  }
}
