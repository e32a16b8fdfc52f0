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

/** Counts requests. */
export interface RequestObserver {
  started(): void
  ended(request: { method: string; path: string; status: number; ms: number }): void
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

export function logRequests(log: Logger, observer?: RequestObserver): MiddlewareHandler {
  return async (c, next) => {
    const given = c.req.header('x-request-id') ?? ''
    const requestId = REQUEST_ID.test(given) ? given : randomUUID()
    c.set('requestId', requestId)
    const started = performance.now()
    observer?.started()
    try {
      await next()
    } finally {
      const { method, path } = c.req
      observer?.ended({ method, path, status: c.res.status, ms: performance.now() - started })
    }
    // Do not use c.header(), which would rebuild a finished response with its body as a stream.
    c.res.headers.set('x-request-id', requestId)
    const ms = Math.round(performance.now() - started)
    const level = QUIET_PATHS.test(c.req.path) ? 'debug' : 'info'
    const { method, path } = c.req
    log[level]({ event: 'request', requestId, method, path: scrubPath(path), status: c.res.status, ms })
  }
}
