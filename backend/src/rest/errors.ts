// Errors in PostgREST's format: a stable code, its status, and four fields that are always present.

import { WORK_PER_NETWORK } from '../http/admission/limits.ts'

const STATUS = {
  PGRST000: 503,
  PGRST100: 400,
  PGRST101: 405,
  PGRST102: 400,
  PGRST103: 416,
  PGRST105: 405,
  PGRST106: 406,
  PGRST107: 406,
  PGRST108: 400,
  PGRST111: 500,
  PGRST112: 500,
  PGRST114: 400,
  PGRST115: 400,
  PGRST116: 406,
  PGRST117: 405,
  PGRST118: 400,
  PGRST120: 400,
  PGRST121: 500,
  PGRST122: 400,
  PGRST123: 400,
  PGRST124: 400,
  PGRST125: 404,
  PGRST126: 404,
  PGRST127: 400,
  PGRST128: 400,
  PGRST200: 400,
  PGRST201: 300,
  PGRST202: 404,
  PGRST203: 300,
  PGRST204: 400,
  PGRST205: 404,
} as const

export type RestErrorCode = keyof typeof STATUS

export interface ErrorBody {
  code: string
  message: string
  details: unknown
  hint: string | null
}

export class RestError extends Error {
  override name = 'RestError'
  readonly details: unknown
  readonly hint: string | null
  readonly headers: Record<string, string>

  constructor(
    readonly code: RestErrorCode,
    message: string,
    more: { details?: unknown; hint?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.details = more.details ?? null
    this.hint = more.hint ?? null
    this.headers = more.headers ?? {}
  }

  get status(): number {
    return STATUS[this.code]
  }

  toBody(): ErrorBody {
    return { code: this.code, message: this.message, details: this.details, hint: this.hint }
  }
}

/** The response would exceed its size limit. Nothing was written. */
export class ResponseTooLargeError extends Error {
  override name = 'ResponseTooLargeError'
  readonly status = 400
  constructor(readonly maxBytes: number) {
    super(`The response would be larger than ${maxBytes} bytes`)
  }

  toBody(): ErrorBody {
    const hint = 'Request fewer rows (limit) or fewer columns and resources (select).'
    return { code: 'PT400', message: this.message, details: null, hint }
  }
}

/** The caller's network has used up its share of database time. */
export class TooMuchWorkError extends Error {
  override name = 'TooMuchWorkError'
  readonly status = 429
  readonly headers: Record<string, string>
  constructor(waitSeconds: number) {
    const { milliseconds, seconds } = WORK_PER_NETWORK
    super(`Each network is limited to ${milliseconds / 1000} seconds of database time every ${seconds} seconds`)
    this.headers = { 'Retry-After': String(waitSeconds) }
  }

  toBody(): ErrorBody {
    return { code: 'PT429', message: this.message, details: null, hint: null }
  }
}

/** The request is too large to read. PostgREST leaves this to its proxy, so the code is our own. */
export class TooLargeError extends Error {
  override name = 'TooLargeError'
  constructor(
    readonly status: 413 | 414,
    message: string,
  ) {
    super(message)
  }

  toBody(): ErrorBody {
    return { code: `PT${this.status}`, message: this.message, details: null, hint: null }
  }
}
