// Refresh tokens are opaque, and the database stores only their hashes. A child token is derived from its parent with the
// service's secret, so a parent used twice in the grace period yields the same child, although neither is stored.

import { createHash, createHmac, randomBytes } from 'node:crypto'

/**
 * How long a used token still returns its successor. This covers two tabs that refresh at the same time, and a client
 * that lost the response (auth-js retries a failed refresh for up to thirty seconds).
 */
export const REUSE_GRACE_SECONDS = 30

const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/

export const isRefreshToken = (text: string): boolean => TOKEN_PATTERN.test(text)

export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

export function childToken(parent: string, hmacSecret: string): string {
  return createHmac('sha256', hmacSecret).update('refresh-token-child\0').update(parent).digest('base64url')
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
