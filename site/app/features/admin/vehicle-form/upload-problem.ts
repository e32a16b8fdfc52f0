// Why a picture did not arrive, in words for its tile.

import { notAnImage, tooLarge } from './image-checks.ts'

export interface Problem {
  words: string
  /** The same file may go through the next time. */
  canRetry: boolean
}

/** The file itself is what is wrong. */
export class UnfitFile extends Error {}

/** Once for all files of a batch that did not arrive for no fault of theirs. */
export const FAILED = 'Failed to upload images. Please try again.'

const NOT_ARRIVED = 'It did not arrive.'

/** Supabase Storage answers most refusals with 400 and the true status in its body. */
function statusOf(error: unknown): number {
  const { statusCode, status } = (error ?? {}) as { statusCode?: unknown; status?: unknown }
  return Number(statusCode ?? status)
}

export function uploadProblem(file: File, error: unknown): Problem {
  if (error instanceof UnfitFile) return { words: error.message, canRetry: false }
  // The service says what a drawing must not have.
  if (error instanceof Error && error.message.startsWith('The SVG ')) return { words: error.message, canRetry: false }
  switch (statusOf(error)) {
    case 400:
    case 415:
      return { words: notAnImage(file), canRetry: false }
    case 413:
      return { words: tooLargeBecause(file, error), canRetry: false }
    case 401:
    case 403:
      return {
        words: 'You are no longer signed in as an admin. Sign in in another tab, then try again.',
        canRetry: true,
      }
    case 429:
      return { words: 'The server is busy with other pictures.', canRetry: true }
    case 507:
      return { words: 'The disk of the server is full.', canRetry: true }
    default:
      return { words: NOT_ARRIVED, canRetry: true }
  }
}

/** The service counts pixels as well as bytes. */
function tooLargeBecause(file: File, error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  return message.includes('megapixels') ? `File ${file.name}: ${message}` : tooLarge(file)
}
