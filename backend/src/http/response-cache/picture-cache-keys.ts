import { MAX_CACHED_URL_CHARACTERS } from './limits.ts'
import type { CacheableRequest, FindCacheable } from './response-cache.ts'

interface PictureCacheKeysDeps {
  origin: string
  /** An `Accept` header that stands for all those that get the same format, or null if the variant is not cached. */
  acceptFor(query: string, accept: string): string | null
}

const PUBLIC_VARIANTS = '/storage/v1/render/image/public/'

/** Finds small variants of public pictures. Requests from other origins get CORS headers of their own. */
export function pictureCacheKeys({ origin, acceptFor }: PictureCacheKeysDeps): FindCacheable {
  return ({ url = '', headers }) => {
    if (!url.startsWith(PUBLIC_VARIANTS) || url.length > MAX_CACHED_URL_CHARACTERS || headers.origin) return null
    const accept = acceptFor(url.slice(url.indexOf('?') + 1), headers.accept ?? '')
    return accept === null ? null : new CacheablePicture(url, accept, origin)
  }
}

class CacheablePicture implements CacheableRequest {
  readonly cacheControl = 'no-cache'

  constructor(
    private readonly path: string,
    private readonly accept: string,
    private readonly origin: string,
  ) {}

  get key(): string {
    return `${this.accept} ${this.path}`
  }

  get url(): string {
    return this.origin + this.path
  }

  get headers(): Record<string, string> {
    return { accept: this.accept, 'accept-encoding': 'identity' }
  }
}
