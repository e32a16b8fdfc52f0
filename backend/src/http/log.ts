// One line a request, without personal data: no query, no body, no address, no token. What was answered from memory has none;
// a line a minute says how many those were (answers.ts).
import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { type Logger, pino } from 'pino'
import { scrubError, scrubPath } from './scrub.ts'

export type { Logger }

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string
  }
}

/** Whoever counts requests. */
export interface RequestWatch {
  began(): void
  ended(request: { method: string; path: string; status: number; ms: number }): void
}

export const createLogger = (level: string): Logger => pino({ level, base: null, serializers: { err: scrubError } })

const REQUEST_ID = /^[\w-]{8,64}$/
const QUIET_PATHS = /^\/(assets|healthz|readyz|metrics)/

export function logRequests(log: Logger, watch?: RequestWatch): MiddlewareHandler {
  return async (c, next) => {
    const given = c.req.header('x-request-id') ?? ''
    const requestId = REQUEST_ID.test(given) ? given : randomUUID()
    c.set('requestId', requestId)
    const started = performance.now()
    watch?.began()
    try {
      await next()
    } finally {
      const { method, path } = c.req
      const { status } = c.res
      watch?.ended({ method, path, status, ms: performance.now() - started })
    }
    // Not c.header(), which makes a finished answer anew, with its body as a stream.
    c.res.headers.set('x-request-id', requestId)
    const ms = Math.round(performance.now() - started)
    const level = QUIET_PATHS.test(c.req.path) ? 'debug' : 'info'
    const { method, path } = c.req
    log[level]({ event: 'request', requestId, method, path: scrubPath(path), status: c.res.status, ms })
  }
}
