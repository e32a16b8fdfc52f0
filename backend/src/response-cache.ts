// What is answered from memory: the site's files and pages, and what strangers read through rest.
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
  /** Answers whatever has to be made anew. */
  pass(request: IncomingMessage, response: ServerResponse): void
}

const FIGURES_EVERY_MS = 60_000

/** Stands before everything else. In development nothing is kept. */
export async function createCachedListener({ app, config, log, backend, site, metrics, pass }: CachedListenerDeps) {
  if (site?.mode === 'development' || !config.responseCache) return pass
  const origin = config.siteUrl
  const understand: FindCacheable[] = []
  if (site?.clientDir) understand.push(fileCacheKeys(site.clientDir, origin))
  if (backend) {
    understand.push(restCacheKeys({ publishableKey: backend.publishableKey, origin, keyOf: readKeyOf }))
  }
  if (site) understand.push(pageCacheKeys(await site.loadBuild(), origin))
  const changes = backend?.changes ?? null
  const kept = createResponseCache({ understand, changes, pass, fetch: (request, env) => app.fetch(request, env) })
  // A line for each would cost more than the answer.
  let told = { hits: 0, misses: 0 }
  setInterval(() => {
    const { entries, bytes, ...now } = kept.figures()
    const since = { hits: now.hits - told.hits, misses: now.misses - told.misses }
    told = now
    if (since.hits + since.misses > 0) log.info({ event: 'response_cache', ...since, entries, bytes })
  }, FIGURES_EVERY_MS).unref()
  metrics?.watch({ responseCache: kept.figures })
  return kept.listener
}
