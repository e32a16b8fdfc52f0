// Turns errors into responses. Postgres' own errors keep their SQLSTATE as the code, and a table maps it to a status.

import { type Caller, DatabaseError, DatabaseUnavailable } from '../../db/database.ts'
import { STATEMENT_TIMEOUT_MS } from '../../db/limits.ts'
import { InvalidCredentialError } from '../../http/caller/identify.ts'
import { type ErrorBody, RestError } from '../errors.ts'

const RETRY_AFTER_SECONDS = 1

interface Refusal {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/** Null for an unexpected error. The app that mounts the service logs it and responds with 500. */
export function toErrorResponse(error: unknown, role: Caller['role']): Response | null {
  const refusal = toRefusal(error, role)
  if (!refusal) return null
  const headers = new Headers({ 'Content-Type': 'application/json; charset=utf-8', ...refusal.headers })
  const code = (refusal.body as { code?: unknown } | null)?.code
  if (typeof code === 'string') headers.set('Proxy-Status', `PostgREST; error=${code}`)
  if (refusal.status === 503 && !headers.has('Retry-After')) headers.set('Retry-After', String(RETRY_AFTER_SECONDS))
  if (refusal.status === 401 && !headers.has('WWW-Authenticate')) headers.set('WWW-Authenticate', 'Bearer')
  return new Response(JSON.stringify(refusal.body), { status: refusal.status, headers })
}

function toRefusal(error: unknown, role: Caller['role']): Refusal | null {
  if (error instanceof DatabaseUnavailable) return unavailable()
  if (error instanceof DatabaseError) return fromDatabase(error, role)
  if (error instanceof InvalidCredentialError) return fromCredential(error)
  if (error instanceof RestError) return { status: error.status, body: error.toBody(), headers: error.headers }
  if (isRefusal(error)) return { status: error.status, body: error.toBody(), headers: error.headers ?? {} }
  return null
}

type AnyRefusal = { status: number; toBody(): unknown; headers?: Record<string, string> }

const isRefusal = (error: unknown): error is AnyRefusal =>
  error instanceof Error && 'status' in error && 'toBody' in error && typeof error.toBody === 'function'

function unavailable(): Refusal {
  const error = new RestError('PGRST000', 'The database is not available right now')
  return { status: error.status, body: error.toBody(), headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } }
}

const CREDENTIAL_CODES = {
  'unknown-key': 'PGRST301',
  'invalid-token': 'PGRST301',
  'expired-token': 'PGRST303',
} as const

function fromCredential({ reason, message, fault }: InvalidCredentialError): Refusal {
  const description = fault ?? { code: CREDENTIAL_CODES[reason], message, details: null }
  const body: ErrorBody = { ...description, hint: null }
  const challenge = `Bearer error="invalid_token", error_description="${description.message}"`
  return { status: 401, body, headers: { 'WWW-Authenticate': challenge } }
}

function fromDatabase(error: DatabaseError, role: Caller['role']): Refusal {
  const { code, message, detail, hint } = error
  if (code === 'PGRST') return fromRaisedJson(error)
  if (code === KILLED)
    return { status: statusOf(code, role), body: { code, message, details: detail, hint: timeoutHint(role) } }
  return { status: statusOf(code, role), body: { code, message, details: detail, hint } satisfies ErrorBody }
}

/** A statement timed out. PostgREST responds with 500, but nothing is broken. The request is too expensive. */
const KILLED = '57014'

const timeoutHint = (role: Caller['role']) =>
  `A statement may run for at most ${STATEMENT_TIMEOUT_MS[role] / 1000} seconds.`

const STATUS_OF_CODE: Record<string, number> = {
  '21000': 500,
  '22023': 400,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  // The request exceeds one of Postgres' own limits, such as those on dimensions and stack depth. PostgREST responds
  // with 500, but the request is at fault.
  '54000': 400,
  '54001': 400,
  // The request writes to a read-only view. PostgREST responds with 500, but nothing is broken.
  '55000': 405,
  [KILLED]: 400,
  '57P01': 503,
  P0001: 400,
}

const STATUS_OF_CLASS: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  PT: 500,
  XX: 500,
}

export function statusOf(code: string, role: Caller['role']): number {
  if (code === '42501') return role === 'anon' ? 401 : 403
  const [, raised] = /^PT([2-5]\d\d)$/.exec(code) ?? []
  if (raised) return Number(raised)
  return STATUS_OF_CODE[code] ?? STATUS_OF_CLASS[code.slice(0, 2)] ?? 400
}

/** For `raise sqlstate 'PGRST'`, message and detail are JSON that defines the whole response. */
function fromRaisedJson({ message, detail }: DatabaseError): Refusal {
  const body = parseObject(message)
  if (typeof body?.code !== 'string' || typeof body.message !== 'string') {
    return badRaise(`Invalid JSON value for MESSAGE: '${message}'`, RAISED_MESSAGE)
  }
  if (detail === null) return badRaise('DETAIL is missing in the RAISE statement', RAISED_DETAIL)
  const response = parseObject(detail)
  const isStatus = typeof response?.status === 'number' && response.status >= 200 && response.status < 600
  if (!isStatus || !parseHeaders(response?.headers)) {
    return badRaise(`Invalid JSON value for DETAIL: '${detail}'`, RAISED_DETAIL)
  }
  const { code, message: text, details = null, hint = null } = body as Partial<ErrorBody>
  return {
    status: Number(response.status),
    body: { code, message: text, details, hint },
    headers: parseHeaders(response.headers) ?? {},
  }
}

const RAISED_MESSAGE =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'."
const RAISED_DETAIL =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."

function badRaise(details: string, hint: string): Refusal {
  const message = 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error'
  const error = new RestError('PGRST121', message, { details, hint })
  return { status: error.status, body: error.toBody() }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

function parseHeaders(value: unknown): Record<string, string> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return Object.values(value).every((one) => typeof one === 'string') ? { ...(value as Record<string, string>) } : null
}
