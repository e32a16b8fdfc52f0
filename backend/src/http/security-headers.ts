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

/** The policy for a page allows only the site's own script files and inline scripts with a hash that the renderer listed. */
export function contentSecurityPolicy(options: SecurityOptions, scriptHashes: readonly string[] = []): string {
  const backend = options.backendOrigin ? [options.backendOrigin] : []
  const recaptcha = options.allowRecaptcha ? RECAPTCHA : []
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes, ...recaptcha],
    // For the style attributes of sliders and toasts. A style attribute cannot run code.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...backend],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...backend, ...recaptcha],
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
    headers.set('referrer-policy', 'strict-origin-when-cross-origin')
    headers.set('x-frame-options', 'DENY')
    headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()')
    headers.set('cross-origin-opener-policy', 'same-origin')
    if (options.https) headers.set('strict-transport-security', 'max-age=31536000')
  }
}
