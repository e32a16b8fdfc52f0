// The only file that knows every module: it hands each service what it needs and mounts them beside the site.
import { Hono } from 'hono'
import type { AppLoadContext } from 'react-router'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { limitBody } from './http/body-limit.ts'
import { rememberClientAddress } from './http/client-address.ts'
import { compress } from './http/compress.ts'
import { answerErrors } from './http/errors.ts'
import { type Logger, logRequests } from './http/log.ts'
import { type SecurityOptions, securityHeaders } from './http/security-headers.ts'
import { createSite, type Site } from './http/site.ts'
import type { Keys } from './keys.ts'

export interface BackendDeps {
  config: Config
  db: Database
  keys: Keys
  log: Logger
}

export interface Backend {
  routes: Hono
  publishableKey: string
  /** Whether the database answers. */
  isReady(): Promise<boolean>
}

/** The services under /rest/v1, /auth/v1, /storage/v1, /functions/v1 and /captcha/v1. */
export function createBackend({ db, keys, log }: BackendDeps): Backend {
  const routes = new Hono()
  routes.onError(answerErrors(log))
  for (const service of ['rest', 'auth', 'functions', 'captcha']) routes.use(`/${service}/v1/*`, limitBody())

  return {
    routes,
    publishableKey: keys.publishableKey,
    isReady: () =>
      db.query('select 1').then(
        () => true,
        () => false,
      ),
  }
}

export interface AppDeps {
  config: Config
  log: Logger
  /** None when the site runs on hosted Supabase. */
  backend: Backend | null
  site: Site | null
}

export function createApp({ config, log, backend, site }: AppDeps): Hono {
  const security: SecurityOptions = {
    backendOrigin: config.hosted ? new URL(config.hosted.url).origin : null,
    allowRecaptcha: config.recaptchaSecretKey !== null,
    https: config.siteUrl.startsWith('https:'),
  }
  const app = new Hono()
  app.onError(answerErrors(log))
  app.use(rememberClientAddress(config.trustProxy), logRequests(log), securityHeaders(security), compress())

  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    const ready = backend === null || (await backend.isReady())
    return c.json({ status: ready ? 'ready' : 'unavailable' }, ready ? 200 : 503)
  })
  if (backend) app.route('/', backend.routes)
  if (site) app.route('/', createSite({ site, context: loadContext(config, backend), security }))
  return app
}

/** How loaders reach the backend: in process when it is mounted here, over the network when it is hosted. */
function loadContext(config: Config, backend: Backend | null): AppLoadContext {
  const address = backend
    ? {
        url: config.siteUrl,
        browserUrl: '',
        key: backend.publishableKey,
        fetch: (async (input, init) => backend.routes.fetch(new Request(input, init))) as typeof fetch,
      }
    : {
        url: config.hosted?.url ?? '',
        browserUrl: config.hosted?.url ?? '',
        key: config.hosted?.anonKey ?? '',
        fetch,
      }
  return { backend: address, siteUrl: config.siteUrl }
}
