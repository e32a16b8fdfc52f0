// The HTTP pipeline: the steps that a request goes through before it reaches a service or a page. The response cache
// (response-cache.ts) comes before all of them. ARCHITECTURE.md lists where a request can be refused.
import { Hono } from 'hono'
import type { Config } from './config/config.ts'
import { createAdmission } from './http/admission/admission.ts'
import { createNetworkCounters, type NetworkCounters } from './http/admission/network-counters.ts'
import { rememberClientAddress } from './http/caller/client-address.ts'
import { compress } from './http/compress.ts'
import { allowOrigins } from './http/cors.ts'
import { handleErrors } from './http/errors.ts'
import { type Logger, logRequests } from './http/observability/log.ts'
import type { MetricsEndpoint } from './http/observability/metrics-route.ts'
import { redirectHostedPictures } from './http/pages/hosted-pictures.ts'
import { createSite, type Site } from './http/pages/site.ts'
import { checkHost } from './http/request-limits/check-host.ts'
import { limitBodies } from './http/request-limits/limit-bodies.ts'
import { limitHeads } from './http/request-limits/limit-heads.ts'
import { type SecurityOptions, securityHeaders } from './http/security-headers.ts'
import { createPageContext } from './page-context.ts'
import { refuseAtTheEdge, SERVICES } from './refusals.ts'
import type { Backend } from './services.ts'

export interface AppDeps {
  config: Config
  log: Logger
  /** Null when the site runs on hosted Supabase. */
  backend: Backend | null
  site: Site | null
  counters?: NetworkCounters
  /** Set only if METRICS_TOKEN is set. */
  metrics?: MetricsEndpoint | null
}

export function createApp(deps: AppDeps): Hono {
  const { config, log, backend, site, counters = createNetworkCounters(), metrics } = deps
  const security: SecurityOptions = {
    backendOrigin: config.hosted ? new URL(config.hosted.url).origin : null,
    allowRecaptcha: config.recaptchaSecretKey !== null,
    https: config.siteUrl.startsWith('https:'),
  }
  const admission = createAdmission(counters.admission, refuseAtTheEdge)
  const app = new Hono()
  app.onError(handleErrors(log))

  app.use(rememberClientAddress(config.trustProxy, log))
  app.use(logRequests(log, metrics?.requests))
  app.use(securityHeaders(security))
  app.use(compress())
  app.use(checkHost)

  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    const ready = backend === null || (await backend.isReady())
    return c.json({ status: ready ? 'ready' : 'unavailable' }, ready ? 200 : 503)
  })
  if (metrics) app.get('/metrics', metrics.handler(backend?.db ?? null))

  for (const service of SERVICES) {
    // Functions set their own CORS headers, because any origin may call them.
    if (service !== 'functions') app.use(`/${service}/v1/*`, allowOrigins(config.corsOrigins))
  }
  app.use(limitHeads(refuseAtTheEdge))
  // Admission comes before the body is read, so that a queued request does not take up memory.
  for (const service of SERVICES) {
    app.use(`/${service}/v1/*`, service === 'storage' ? admission.pictures : admission.work)
  }
  app.use(limitBodies(refuseAtTheEdge))

  if (backend) app.route('/', backend.routes)
  if (config.hosted) app.get('/storage/v1/*', redirectHostedPictures(config.hosted.url))
  if (site) {
    const context = createPageContext(config, backend)
    app.route('/', createSite({ site, context, security, admit: admission.work, log }))
  }
  return app
}
