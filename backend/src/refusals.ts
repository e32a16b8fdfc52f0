// The wording, in each protocol, for refusing a request before it reaches a service.
import type { Context } from 'hono'
import { API_VERSION_HEADER, AuthError } from './auth/errors.ts'
import type { EdgeRefusal, Refuse } from './http/request-limits/refusal.ts'

type ToBody = (refusal: EdgeRefusal, c: Context) => object

const AUTH_CODES = {
  400: 'validation_failed',
  404: 'not_found',
  413: 'request_entity_too_large',
  414: 'validation_failed',
  429: 'over_request_rate_limit',
  431: 'validation_failed',
  503: 'request_timeout',
} as const

const STORAGE_CODES = {
  400: { error: 'InvalidRequest', code: 'InvalidRequest' },
  404: { error: 'not_found', code: 'NoSuchKey' },
  413: { error: 'Payload too large', code: 'EntityTooLarge' },
  414: { error: 'InvalidRequest', code: 'InvalidRequest' },
  429: { error: 'SlowDown', code: 'SlowDown' },
  431: { error: 'InvalidRequest', code: 'InvalidRequest' },
  503: { error: 'SlowDown', code: 'SlowDown' },
} as const

const BODIES: Record<string, ToBody> = {
  rest: ({ status, message }) => ({ code: `PT${status}`, message, details: null, hint: null }),
  auth: ({ status, message }, c) =>
    new AuthError(AUTH_CODES[status], message, { status }).toBody(c.req.header(API_VERSION_HEADER)),
  storage: ({ status, message }) => ({ statusCode: String(status), message, ...STORAGE_CODES[status] }),
  functions: ({ message }) => ({ success: false, message }),
  captcha: ({ status, message }) => ({ code: `PT${status}`, message }),
}

/** The services, by the first part of their path. */
export const SERVICES = Object.keys(BODIES)

const SERVICE = /^\/([a-z]+)\/v1(?:\/|$)/

export const refuseAtTheEdge: Refuse = (c, refusal) => {
  const { status, message, retryAfterSeconds } = refusal
  const headers: Record<string, string> = { 'cache-control': 'no-store' }
  if (retryAfterSeconds) headers['retry-after'] = String(retryAfterSeconds)
  const service = SERVICE.exec(c.req.path)?.[1] ?? ''
  const toBody = BODIES[service]
  if (toBody) {
    // Any origin may call functions. Without this header, scripts on other origins could not read the reason.
    if (service === 'functions') headers['access-control-allow-origin'] = '*'
    return Response.json(toBody(refusal, c), { status, headers })
  }
  if (!c.req.header('accept')?.includes('text/html')) return new Response(message, { status, headers })
  return new Response(page(status, message), {
    status,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
  })
}

const RETRY = 'Please try again'
const HEADINGS: Partial<Record<EdgeRefusal['status'], string>> = {
  404: 'Page not found',
  414: 'This address is too long',
  431: 'Too many cookies',
}

/** The page for a visitor's browser. All its text is fixed, so nothing needs escaping. */
const page = (status: EdgeRefusal['status'], message: string) => `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${HEADINGS[status] ?? RETRY}</title>
<body style="font: 1.125rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto; padding: 0 1.5rem">
<h1 style="font-weight: 400">${HEADINGS[status] ?? RETRY}</h1>
<p>${message}.</p>
</body>
</html>
`
