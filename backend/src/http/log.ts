// One line a request, without personal data: no query, no body, no address, no token.
import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { type Logger, pino } from 'pino'

export type { Logger }

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string
  }
}

export const createLogger = (level: string): Logger => pino({ level, base: null })

const REQUEST_ID = /^[\w-]{8,64}$/
const QUIET_PATHS = /^\/(assets|healthz|readyz)/

export function logRequests(log: Logger): MiddlewareHandler {
  return async (c, next) => {
    const given = c.req.header('x-request-id') ?? ''
    const requestId = REQUEST_ID.test(given) ? given : randomUUID()
    c.set('requestId', requestId)
    const started = performance.now()
    await next()
    // Not c.header(), which makes a finished answer anew, with its body as a stream.
    c.res.headers.set('x-request-id', requestId)
    const ms = Math.round(performance.now() - started)
    const level = QUIET_PATHS.test(c.req.path) ? 'debug' : 'info'
    log[level]({ event: 'request', requestId, method: c.req.method, path: c.req.path, status: c.res.status, ms })
  }
}
