// Redirects carry a new session in the address, so they may lead only to the site itself.

import { isLoopback } from '../lib/loopback.ts'
import type { AuthError } from './errors.ts'
import type { openSession } from './sessions.ts'

export function isAllowedRedirect(target: string, siteUrl: string): boolean {
  const site = new URL(siteUrl)
  const url = parseUrl(target)
  if (!url || url.username || url.password) return false
  if (url.origin === site.origin) return true
  // On a developer's machine the site has several host names, and a development server uses another port.
  return url.protocol === 'http:' && isLoopback(site.hostname) && isLoopback(url.hostname)
}

/**
 * The address requested in the header, the query or the body if it is allowed, else the referer, else the site. As in
 * GoTrue, this never throws.
 */
export function redirectFor(request: Request, siteUrl: string, fromBody?: string | null): string {
  const wanted = request.headers.get('redirect_to') || new URL(request.url).searchParams.get('redirect_to') || fromBody
  const candidates = [wanted, request.headers.get('referer')]
  for (const candidate of candidates) {
    // Use the parsed form, which has no line breaks or backslashes.
    if (candidate && isAllowedRedirect(candidate, siteUrl)) return new URL(candidate).href
  }
  return siteUrl
}

export function withFragment(target: string, fields: Record<string, string>): string {
  const url = new URL(target)
  url.hash = new URLSearchParams(fields).toString()
  return url.href
}

export function withQuery(target: string, fields: Record<string, string>): string {
  const url = new URL(target)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

const OAUTH_ERRORS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** The session's fields, which a redirect passes to the site after `#`. */
export function sessionFields(session: Awaited<ReturnType<typeof openSession>>): Record<string, string> {
  return {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
  }
}

export function errorFields(error: AuthError): Record<string, string> & { sb: string } {
  const name = OAUTH_ERRORS[error.status]
  return { ...(name && { error: name }), error_code: error.code, error_description: error.message, sb: '' }
}
