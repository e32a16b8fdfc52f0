import type { IncomingHttpHeaders } from 'node:http'
import { MAX_CACHED_URL_CHARACTERS } from './limits.ts'
import type { CacheableRequest, FindCacheable } from './response-cache.ts'

interface RestCacheKeysDeps {
  publishableKey: string
  origin: string
  /** What rest reads from the headers, in one spelling; null where the answer is not to be kept. */
  keyOf(header: (name: string) => string | undefined): string | null
}

/** What belongs to the connection or to the asker's own copy, not to the question. */
const ASKERS_OWN = new Set([
  ...['host', 'connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'content-length', 'accept-encoding'],
  ...['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'if-range'],
  ...['x-forwarded-for', 'x-request-id'],
])

/** Reads of strangers: with the key that everyone has, and nobody's token, from no other origin. */
export function restCacheKeys({ publishableKey, origin, keyOf }: RestCacheKeysDeps): FindCacheable {
  const bearer = `Bearer ${publishableKey}`
  return ({ url = '', headers, method }) => {
    if (!url.startsWith('/rest/v1/') || method !== 'GET' || url.length > MAX_CACHED_URL_CHARACTERS) return null
    if (headers.apikey !== publishableKey) return null
    if (headers.authorization !== undefined && headers.authorization !== bearer) return null
    // Who calls from elsewhere gets headers of their own. Our own pages name no origin when they read; where one is named that
    // is SITE_URL, the site runs elsewhere and has us as its hosted project.
    if (headers.origin !== undefined) return null
    const meant = keyOf((name) => headers[name] as string | undefined)
    return meant === null ? null : new CacheableRead(`${url}\n${meant}`, origin + url, headers)
  }
}

/** Its headers are put together only when the answer has to be made. */
class CacheableRead implements CacheableRequest {
  readonly cacheControl = 'private, no-cache'

  constructor(
    readonly key: string,
    readonly url: string,
    private readonly asked: IncomingHttpHeaders,
  ) {}

  /** All of them: a function may read any. What it says then is not kept (rest/catalog/sources.ts). */
  get headers(): Record<string, string> {
    const passed: Record<string, string> = { 'accept-encoding': 'identity' }
    for (const [name, value] of Object.entries(this.asked)) {
      if (typeof value === 'string' && !ASKERS_OWN.has(name)) passed[name] = value
    }
    return passed
  }
}
