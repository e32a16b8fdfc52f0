// Why an upload failed, as text for its tile.

import { notAnImage, tooLarge } from './image-checks.ts'

export interface Problem {
  message: string
  /** Uploading the same file may succeed next time. */
  canRetry: boolean
}

/** The file itself is the problem. */
export class UnfitFile extends Error {}

/** Shown once for a whole batch, when the files themselves were not the problem. */
export const FAILED = 'Failed to upload images. Please try again.'

const UPLOAD_FAILED = 'The upload failed.'

/** Supabase Storage returns most errors with status 400 and the actual status in the body. */
function statusOf(error: unknown): number {
  const { statusCode, status } = (error ?? {}) as { statusCode?: unknown; status?: unknown }
  // The client puts other servers' codes, such as XX000, in the same place.
  return Number(statusCode) || Number(status)
}

/** Whether the same upload may soon succeed. An error without a status comes from the network. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof UnfitFile) return false
  const status = statusOf(error)
  return Number.isNaN(status) || [429, 502, 503, 504].includes(status)
}

export const isStoredAlready = (error: unknown) => statusOf(error) === 409

export function uploadProblem(file: File, error: unknown): Problem {
  if (error instanceof UnfitFile) return { message: error.message, canRetry: false }
  // The server's message names the part of the SVG that is not allowed.
  if (error instanceof Error && error.message.startsWith('The SVG ')) return { message: error.message, canRetry: false }
  switch (statusOf(error)) {
    case 400:
    case 415:
      return { message: notAnImage(file), canRetry: false }
    case 413:
      return { message: tooLargeBecause(file, error), canRetry: false }
    case 401:
    case 403:
      return {
        message: 'You’re no longer signed in as an admin. Sign in again in another tab, then come back and retry.',
        canRetry: true,
      }
    case 429:
      return { message: 'The server is busy. Try again in a moment.', canRetry: true }
    case 507:
      return { message: 'The server’s disk is full.', canRetry: true }
    default:
      return { message: UPLOAD_FAILED, canRetry: true }
  }
}

/** The server limits pixels as well as bytes. */
function tooLargeBecause(file: File, error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  return message.includes('megapixels') ? `File ${file.name}: ${message}` : tooLarge(file)
}
