// What the address of /auth/confirm says: the link in an e-mail of ours, before anyone has pressed the button.

import type { MailedLink } from '#app/platform/session/session-context.ts'

/** `email` is what hosted projects may write for a confirmation. */
const TYPES = ['signup', 'email', 'recovery', 'magiclink', 'invite', 'email_change'] as const

export function readMailedLink(search: URLSearchParams): MailedLink | null {
  const tokenHash = search.get('token_hash')
  const type = TYPES.find((known) => known === search.get('type'))
  return tokenHash && type ? { tokenHash, type } : null
}

/** Where to go on to: what the mail says if it is on this site, else the usual place. */
export function destinationOf(search: URLSearchParams, origin: string): string {
  const usual = search.get('type') === 'recovery' ? '/auth?type=recovery' : '/'
  const wanted = search.get('redirect_to') ?? ''
  if (wanted !== origin && !wanted.startsWith(`${origin}/`)) return usual
  const { pathname, search: query } = new URL(wanted)
  // Two slashes at the start would leave the site.
  return pathname.startsWith('//') ? usual : pathname + query
}

export type LinkProblem = 'used' | 'expired' | 'unreachable' | 'refused'

/** One code stands for every link that is no longer good; our own service says in words that it was used. */
export function problemOf(error: { code?: string; status?: number; message: string }): LinkProblem {
  if (error.code === 'otp_expired') return /already been used/i.test(error.message) ? 'used' : 'expired'
  if (!error.status || error.status >= 500 || error.status === 429) return 'unreachable'
  return 'refused'
}
