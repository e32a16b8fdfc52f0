// Puts the response cache in front of the application, for the site's files and pages and for anonymous reads through
// REST.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Hono } from 'hono'
import type { Config } from './config/config.ts'
import type { Logger } from './http/observability/log.ts'
import type { Metrics } from './http/observability/metrics.ts'
import type { Site } from './http/pages/site.ts'
import { fileCacheKeys, pageCacheKeys } from './http/response-cache/page-cache-keys.ts'
import { createResponseCache, type FindCacheable } from './http/response-cache/response-cache.ts'
import { restCacheKeys } from './http/response-cache/rest-cache-keys.ts'
import { readKeyOf } from './rest/read-key.ts'
import type { Backend } from './services.ts'

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
  const cache = createResponseCache({ finders, changes, pass, fetch: (request, env) => app.fetch(request, env) })
  // A log line for each request would cost more than the cached response.
  let logged = { hits: 0, misses: 0 }
  setInterval(() => {
    const { entries, bytes, ...now } = cache.stats()
    const since = { hits: now.hits - logged.hits, misses: now.misses - logged.misses }
    logged = now
    if (since.hits + since.misses > 0) log.info({ event: 'response_cache', ...since, entries, bytes })
  }, LOG_EVERY_MS).unref()
  metrics?.watch({ responseCache: cache.stats })
  return cache.listener
}
