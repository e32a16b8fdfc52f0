import type { ErrorHandler } from 'hono'
import { DatabaseUnavailable } from '../db/database.ts'
import type { Logger } from './observability/log.ts'
import { scrubPath } from './observability/scrub.ts'

/** An error that a service throws to refuse a request. It contains the codes and body of the service's protocol. */
interface Refusal extends Error {
  status: number
  toBody(): unknown
}

const isRefusal = (error: Error): error is Refusal => 'toBody' in error && 'status' in error

export const RETRY_AFTER_SECONDS = 2

export function handleErrors(log: Logger): ErrorHandler {
  return (error, c) => {
    if (isRefusal(error)) return Response.json(error.toBody(), { status: error.status })
    const requestId = c.get('requestId')
    if (error instanceof DatabaseUnavailable) {
      log.warn({ event: 'database_unavailable', requestId })
      c.header('retry-after', String(RETRY_AFTER_SECONDS))
      return c.json({ code: 'unavailable', message: 'The service is not available right now', requestId }, 503)
    }
    log.error({ event: 'unexpected_error', requestId, path: scrubPath(c.req.path), err: error })
    return c.json({ code: 'unexpected_failure', message: 'Something went wrong', requestId }, 500)
  }
}
