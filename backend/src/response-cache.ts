// Puts the response cache in front of the application, for the site's files and pages, for anonymous reads through REST
// and for small pictures.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Hono } from 'hono'
import type { Config } from './config/config.ts'
import { createAddressOf, networkOf } from './http/caller/client-address.ts'
import type { Logger } from './http/observability/log.ts'
import type { Metrics } from './http/observability/metrics.ts'
import type { Site } from './http/pages/site.ts'
import { PICTURE_RESPONSES } from './http/response-cache/limits.ts'
import { fileCacheKeys, pageCacheKeys } from './http/response-cache/page-cache-keys.ts'
import { pictureCacheKeys } from './http/response-cache/picture-cache-keys.ts'
import { createResponseCache, type FindCacheable, type ResponseCache } from './http/response-cache/response-cache.ts'
import { restCacheKeys } from './http/response-cache/rest-cache-keys.ts'
import { readKeyOf } from './rest/read-key.ts'
import type { Backend } from './services.ts'
import { acceptForSmallVariant } from './storage/routes/render-request.ts'

interface CachedListenerDeps {
  app: Hono
  config: Config
  log: Logger
  backend: Backend | null
  site: Site | null
  metrics?: Pick<Metrics, 'watch'> | null
  /** Handles requests that cannot be cached. */
  pass(request: IncomingMessage, response: ServerResponse): void
}

const LOG_EVERY_MS = 60_000

/** Nothing is cached in development. */
export async function createCachedListener({ app, config, log, backend, site, metrics, pass }: CachedListenerDeps) {
  if (site?.mode === 'development' || !config.responseCache) return pass
  const origin = config.siteUrl
  const finders: FindCacheable[] = []
  if (site?.clientDir) finders.push(fileCacheKeys(site.clientDir, origin))
  if (backend) finders.push(restCacheKeys({ publishableKey: backend.publishableKey, origin, keyOf: readKeyOf }))
  if (site) finders.push(pageCacheKeys(await site.loadBuild(), origin))
  const changes = backend?.changes ?? null
  const shared = { changes, fetch: (request: Request, env: object) => app.fetch(request, env) }
  const addressOf = createAddressOf(config.trustProxy)
  const pages = createResponseCache({
    ...shared,
    finders,
    pass,
    onWanted(things, request) {
      const address = addressOf(request)
      const { 'user-agent': userAgent = '', 'sec-purpose': purpose = '' } = request.headers
      backend?.wanted.count(things, { network: address && networkOf(address), userAgent, purpose: String(purpose) })
    },
  })
  const pictures = createResponseCache({
    ...shared,
    finders: backend ? [pictureCacheKeys({ origin, acceptFor: acceptForSmallVariant })] : [],
    pass: pages.listener,
    limits: PICTURE_RESPONSES,
  })
  const stats = () => sumStats(pages.stats(), pictures.stats())
  // A log line for each request would cost more than the cached response.
  let logged = { hits: 0, misses: 0 }
  setInterval(() => {
    const { entries, bytes, ...now } = stats()
    const since = { hits: now.hits - logged.hits, misses: now.misses - logged.misses }
    logged = now
    if (since.hits + since.misses > 0) log.info({ event: 'response_cache', ...since, entries, bytes })
  }, LOG_EVERY_MS).unref()
  metrics?.watch({ responseCache: stats })
  return pictures.listener
}

type Stats = ReturnType<ResponseCache['stats']>

const sumStats = (a: Stats, b: Stats): Stats => ({
  hits: a.hits + b.hits,
  misses: a.misses + b.misses,
  entries: a.entries + b.entries,
  bytes: a.bytes + b.bytes,
})
