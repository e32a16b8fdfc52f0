// Reads the URL of /auth/confirm, which the links in our emails open.

import type { EmailLink } from '#app/platform/session/session-context.ts'

/** Hosted projects may use the type `email` in confirmation links. */
const TYPES = ['signup', 'email', 'recovery', 'magiclink', 'invite', 'email_change'] as const

export function readEmailLink(search: URLSearchParams): EmailLink | null {
  const tokenHash = search.get('token_hash')
  const type = TYPES.find((known) => known === search.get('type'))
  return tokenHash && type ? { tokenHash, type } : null
}

/** The link's own redirect if it stays on this site, otherwise the default page. */
export function destinationOf(search: URLSearchParams, origin: string): string {
  const fallback = search.get('type') === 'recovery' ? '/auth?type=recovery' : '/'
  const wanted = search.get('redirect_to') ?? ''
  if (wanted !== origin && !wanted.startsWith(`${origin}/`)) return fallback
  const { pathname, search: query } = new URL(wanted)
  // A path that starts with two slashes would leave the site.
  return pathname.startsWith('//') ? fallback : pathname + query
}

export type LinkProblem = 'used' | 'expired' | 'unreachable' | 'refused'

/** `otp_expired` covers every link that no longer works; only our own service's message distinguishes used links. */
export function problemOf(error: { code?: string; status?: number; message: string }): LinkProblem {
  if (error.code === 'otp_expired') return /already been used/i.test(error.message) ? 'used' : 'expired'
  if (!error.status || error.status >= 500 || error.status === 429) return 'unreachable'
  return 'refused'
}
