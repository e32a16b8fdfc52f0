import type { MiddlewareHandler } from 'hono'
import { EMBED_ORIGINS } from '../../../supabase/functions/_shared/embeds.ts'

export interface SecurityOptions {
  /** The origin of a hosted backend, which pages may call and load pictures from. */
  backendOrigin: string | null
  allowRecaptcha: boolean
  https: boolean
}

const MAPS = ['https://www.google.com', 'https://maps.google.com', 'https://www.openstreetmap.org']
const RECAPTCHA = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']

/** The hosts that each service for measuring loads scripts from and reports to, as its vendor documents them. */
const TRACKERS = {
  google: {
    script: ['https://www.googletagmanager.com'],
    report: ['https://www.googletagmanager.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
  },
  meta: {
    script: ['https://connect.facebook.net'],
    report: ['https://connect.facebook.net', 'https://www.facebook.com'],
  },
} as const

export type Tracker = keyof typeof TRACKERS

/**
 * The policy for a page allows only the site's own script files, inline scripts with a hash that the renderer listed, and
 * the services for measuring that the dealer uses.
 */
export function contentSecurityPolicy(
  options: SecurityOptions,
  scriptHashes: readonly string[] = [],
  trackers: readonly Tracker[] = [],
): string {
  const trackerScripts = trackers.flatMap((name) => TRACKERS[name].script)
  const reports = trackers.flatMap((name) => TRACKERS[name].report)
  const backend = options.backendOrigin ? [options.backendOrigin] : []
  const recaptcha = options.allowRecaptcha ? RECAPTCHA : []
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes, ...recaptcha, ...trackerScripts],
    // For the style attributes of sliders and toasts. A style attribute cannot run code.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...backend, ...reports],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...backend, ...recaptcha, ...reports],
    'frame-src': [...MAPS, ...EMBED_ORIGINS, ...recaptcha],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

export function securityHeaders(options: SecurityOptions): MiddlewareHandler {
  const policy = contentSecurityPolicy(options)
  return async (c, next) => {
    await next()
    const { headers } = c.res
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', policy)
    headers.set('x-content-type-options', 'nosniff')
    // Some paths are secret, such as the link that manages alerts, and trackers read where the visitor came from.
    headers.set('referrer-policy', 'strict-origin')
    headers.set('x-frame-options', 'DENY')
    headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()')
    headers.set('cross-origin-opener-policy', 'same-origin')
    if (options.https) headers.set('strict-transport-security', 'max-age=31536000')
  }
}
