// What went wrong with S3, in words that may be logged: the SDK's own errors carry requests, signatures and key ids along.

import { StorageError } from '../errors.ts'

export interface S3Failure {
  kind: 'missing' | 'changed' | 'full' | 'refused' | 'away'
  /** S3's word, or the system's. */
  code: string
}

interface SdkError {
  name?: string
  code?: string
  Code?: string
  $metadata?: { httpStatusCode?: number }
  $response?: { statusCode?: number }
}

/** As AWS, Ceph and MinIO say it. */
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientCapacity', 'EntityTooLargeForQuota'])
const BUSY = new Set(['SlowDown', 'ServiceUnavailable', 'Throttling', 'TooManyRequests', 'RequestTimeout'])

export function explainFailure(error: unknown): S3Failure {
  const { name, code, Code, $metadata, $response } = (error ?? {}) as SdkError
  const status = $metadata?.httpStatusCode ?? $response?.statusCode ?? 0
  const word = wordOf(Code ?? (status > 0 ? name : (code ?? name)), status)
  if (word === 'NoSuchKey' || word === 'NotFound') return { kind: 'missing', code: word }
  if (status === 412) return { kind: 'changed', code: word }
  if (FULL.has(word) || status === 507) return { kind: 'full', code: word }
  // A 4xx says that it is there and will not have us: asking again does not help, waiting does not either.
  const isRefusal = status >= 300 && status < 500 && status !== 429 && !BUSY.has(word)
  return { kind: isRefusal ? 'refused' : 'away', code: word }
}

const wordOf = (word: string | undefined, status: number) =>
  (word && /^[A-Za-z0-9_]{1,60}$/.test(word) && word !== 'Unknown' && word) || (status ? `HTTP ${status}` : 'no answer')

/** The refusal that a caller sees. */
export function refusalOf({ kind, code }: S3Failure): Error {
  if (kind === 'missing') return new StorageError('NoSuchKey')
  // The disk watch knows this word, and tells the back office.
  if (kind === 'full') return Object.assign(new Error(`S3 has no room: ${code}`), { code: 'EDQUOT' })
  return kind === 'refused' ? new S3Refusal(code) : new StorageError('Unavailable')
}

/** It answers, and will not have us: the settings are wrong. */
export class S3Refusal extends StorageError {
  constructor(readonly word: string) {
    super('Unavailable')
  }
}
