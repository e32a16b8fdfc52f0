// Turns an S3 error into one that may be logged, because the SDK's own errors contain requests, signatures and key ids.

import { StorageError } from '../errors.ts'

export interface S3Failure {
  kind: 'missing' | 'changed' | 'full' | 'refused' | 'unreachable'
  /** S3's error code, or the operating system's. */
  code: string
}

interface SdkError {
  name?: string
  code?: string
  Code?: string
  $metadata?: { httpStatusCode?: number }
  $response?: { statusCode?: number }
}

/** The error codes of AWS, Ceph and MinIO. */
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientCapacity', 'EntityTooLargeForQuota'])
const BUSY = new Set(['SlowDown', 'ServiceUnavailable', 'Throttling', 'TooManyRequests', 'RequestTimeout'])

export function explainFailure(error: unknown): S3Failure {
  const { name, code, Code, $metadata, $response } = (error ?? {}) as SdkError
  const status = $metadata?.httpStatusCode ?? $response?.statusCode ?? 0
  const word = wordOf(Code ?? (status > 0 ? name : (code ?? name)), status)
  if (word === 'NoSuchKey' || word === 'NotFound') return { kind: 'missing', code: word }
  if (status === 412) return { kind: 'changed', code: word }
  if (FULL.has(word) || status === 507) return { kind: 'full', code: word }
  // A 4xx means that S3 is up but refuses the request, so neither retrying nor waiting helps.
  const isRefusal = status >= 300 && status < 500 && status !== 429 && !BUSY.has(word)
  return { kind: isRefusal ? 'refused' : 'unreachable', code: word }
}

const wordOf = (word: string | undefined, status: number) =>
  (word && /^[A-Za-z0-9_]{1,60}$/.test(word) && word !== 'Unknown' && word) ||
  (status ? `HTTP ${status}` : 'no response')

/** The error that the caller gets. */
export function refusalOf({ kind, code }: S3Failure): Error {
  if (kind === 'missing') return new StorageError('NoSuchKey')
  // The disk watch recognises this code and reports the full disk to the back office.
  if (kind === 'full') return Object.assign(new Error(`S3 has no free space: ${code}`), { code: 'EDQUOT' })
  return kind === 'refused' ? new S3Refusal(code) : new StorageError('Unavailable')
}

/** S3 responds but refuses the request, so the settings are wrong. */
export class S3Refusal extends StorageError {
  constructor(readonly word: string) {
    super('Unavailable')
  }
}
