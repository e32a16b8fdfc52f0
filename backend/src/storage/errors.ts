// Errors worded as in Supabase Storage. The body contains the actual status as text. The HTTP status is 400 for nearly
// all of them, as Supabase's clients expect.

import { PICTURE_RETRY_AFTER_SECONDS } from './pictures/limits.ts'

const REFUSALS = {
  NoSuchBucket: ['404', 'Bucket not found', 'Bucket not found'],
  NoSuchKey: ['404', 'not_found', 'Object not found'],
  KeyAlreadyExists: ['409', 'Duplicate', 'The resource already exists'],
  BucketAlreadyExists: ['409', 'Duplicate', 'The resource already exists'],
  ResourceNotEmpty: ['409', 'ResourceNotEmpty', 'The bucket you tried to delete is not empty'],
  InvalidBucketName: ['400', 'Invalid Input', 'Bucket name invalid'],
  InvalidJWT: ['400', 'InvalidJWT', 'Invalid JWT'],
  InvalidSignature: ['400', 'InvalidSignature', 'Invalid signature'],
  SessionEnded: ['401', 'Unauthorized', 'Your session has ended. Please sign in again.'],
  AccessDenied: ['403', 'Unauthorized', 'new row violates row-level security policy'],
  InvalidKey: ['400', 'InvalidKey', 'Invalid key'],
  InvalidMimeType: ['415', 'invalid_mime_type', 'mime type is not supported'],
  EntityTooLarge: ['413', 'Payload too large', 'The object exceeded the maximum allowed size'],
  InvalidRequest: ['400', 'InvalidRequest', 'Invalid request'],
  InvalidParameter: ['400', 'InvalidParameter', 'Invalid parameter'],
  InvalidRange: ['400', 'invalid_range', 'invalid range provided'],
  SlowDown: ['429', 'SlowDown', 'Too many pictures are being processed right now. Please try again.'],
  Unavailable: ['503', 'ServiceUnavailable', 'Pictures and files are unavailable right now. Please try again.'],
  NotSaved: [
    '503',
    'ServiceUnavailable',
    'The file wasn’t saved because the file storage is unavailable. Please try again.',
  ],
  Moving: ['503', 'ServiceUnavailable', 'The files are being moved. Please try again in a few minutes.'],
  DiskFull: ['507', 'InsufficientStorage', 'The server’s disk is full, so the picture wasn’t saved'],
} as const

/** Errors with their own HTTP status. */
const HTTP_STATUS: Partial<Record<keyof typeof REFUSALS, number>> = {
  SessionEnded: 401,
  SlowDown: 429,
  Unavailable: 503,
  NotSaved: 503,
  Moving: 503,
  DiskFull: 507,
}
/** Errors after which the client should simply retry. */
const RETRYABLE = new Set<keyof typeof REFUSALS>(['SlowDown', 'Unavailable', 'NotSaved', 'Moving'])

export class StorageError extends Error {
  override name = 'StorageError'
  constructor(
    readonly code: keyof typeof REFUSALS,
    message: string = REFUSALS[code][2],
    cause?: unknown,
  ) {
    super(message, { cause })
  }

  get status() {
    return HTTP_STATUS[this.code] ?? 400
  }

  get headers(): Record<string, string> {
    return RETRYABLE.has(this.code) ? { 'retry-after': String(PICTURE_RETRY_AFTER_SECONDS) } : {}
  }

  toBody() {
    const [statusCode, error] = REFUSALS[this.code]
    return { statusCode, error, message: this.message, code: this.code }
  }
}

const BY_SQLSTATE: Record<string, keyof typeof REFUSALS> = {
  '42501': 'AccessDenied',
  PT401: 'SessionEnded',
  '23505': 'KeyAlreadyExists',
  '23503': 'NoSuchBucket',
  '22P02': 'InvalidParameter',
  '22021': 'InvalidParameter',
}

export function refusalFor(sqlstate: string): StorageError | null {
  const code = BY_SQLSTATE[sqlstate]
  return code ? new StorageError(code) : null
}
