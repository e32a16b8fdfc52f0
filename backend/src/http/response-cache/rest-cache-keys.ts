import type { IncomingHttpHeaders } from 'node:http'
import { MAX_CACHED_URL_CHARACTERS } from './limits.ts'
import type { CacheableRequest, FindCacheable } from './response-cache.ts'

interface RestCacheKeysDeps {
  publishableKey: string
  origin: string
  /** The headers that REST reads, normalised, or null if the response must not be cached. */
  keyOf(header: (name: string) => string | undefined): string | null
}

/** Headers about the connection or the client's own cached copy, which do not affect the response. */
const UNUSED_HEADERS = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'content-length',
  'accept-encoding',
  'if-none-match',
  'if-modified-since',
  'if-match',
  'if-unmodified-since',
  'if-range',
  'x-forwarded-for',
  'x-request-id',
])

/** Finds reads by anonymous callers, who send the publishable key but neither a user's token nor an `Origin` header. */
export function restCacheKeys({ publishableKey, origin, keyOf }: RestCacheKeysDeps): FindCacheable {
  const bearer = `Bearer ${publishableKey}`
  return ({ url = '', headers, method }) => {
    if (!url.startsWith('/rest/v1/') || method !== 'GET' || url.length > MAX_CACHED_URL_CHARACTERS) return null
    if (headers.apikey !== publishableKey) return null
    if (headers.authorization !== undefined && headers.authorization !== bearer) return null
    // A cross-origin read gets CORS headers for its origin. Browsers do not send `Origin` for reads from the site's own
    // pages. If an `Origin` header names SITE_URL, the site runs elsewhere and uses this server as its hosted project.
    if (headers.origin !== undefined) return null
    const key = keyOf((name) => headers[name] as string | undefined)
    return key === null ? null : new CacheableRead(`${url}\n${key}`, origin + url, headers)
  }
}

/** Collects the headers only when the response has to be made. */
class CacheableRead implements CacheableRequest {
  readonly cacheControl = 'private, no-cache'

  constructor(
    readonly key: string,
    readonly url: string,
    private readonly received: IncomingHttpHeaders,
  ) {}

  /**
   * All headers, because a function may read any of them. If it does, its response is not cached
   * (rest/catalog/sources.ts).
   */
  get headers(): Record<string, string> {
    const passed: Record<string, string> = { 'accept-encoding': 'identity' }
    for (const [name, value] of Object.entries(this.received)) {
      if (typeof value === 'string' && !UNUSED_HEADERS.has(name)) passed[name] = value
    }
    return passed
  }
}
