// Refresh tokens are opaque. The database holds only their hashes. A child is derived from its parent with a secret
// that only the service knows, so a parent shown twice within the grace yields the very same child, although neither
// is stored in the clear.

import { createHash, createHmac, randomBytes } from 'node:crypto'

/**
 * How long a used token still hands out its successor: for two tabs that refresh at once, and for a client whose
 * answer was lost (auth-js repeats a failed refresh for up to thirty seconds).
 */
export const REUSE_GRACE_SECONDS = 30

const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/

export const isRefreshToken = (text: string): boolean => TOKEN_PATTERN.test(text)

export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

export function childToken(parent: string, hmacSecret: string): string {
  return createHmac('sha256', hmacSecret).update('refresh-token-child\0').update(parent).digest('base64url')
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
