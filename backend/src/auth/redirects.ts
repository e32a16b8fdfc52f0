// Where a link may send a browser that carries a fresh session in its address: only to the site itself.

import { isLoopback } from '../loopback.ts'

export function isAllowedRedirect(target: string, siteUrl: string): boolean {
  const site = new URL(siteUrl)
  const url = parseUrl(target)
  if (!url || url.username || url.password) return false
  if (url.origin === site.origin) return true
  // On the owner's own machine the site answers to several names and a development server to another port.
  return url.protocol === 'http:' && isLoopback(site.hostname) && isLoopback(url.hostname)
}

/** As GoTrue: header, then query, then referer; the first that is allowed, else the site. Never an error. */
export function redirectFor(request: Request, siteUrl: string, fromBody?: string | null): string {
  const wanted = request.headers.get('redirect_to') || new URL(request.url).searchParams.get('redirect_to') || fromBody
  const candidates = [wanted, request.headers.get('referer')]
  for (const candidate of candidates) {
    // The parsed form is sent on, free of line breaks and backslashes.
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
