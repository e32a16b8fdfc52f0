// Serves the built site: its files, and its pages rendered on the server with the backend handed in.
import { createHash } from 'node:crypto'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { type AppLoadContext, createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router'
import { RETRY_AFTER_SECONDS } from '../errors.ts'
import type { Logger } from '../observability/log.ts'
import { scrubPath } from '../observability/scrub.ts'
import { contentSecurityPolicy, type SecurityOptions } from '../security-headers.ts'
import { readClientFiles } from './client-files.ts'

export interface Site {
  loadBuild(): Promise<ServerBuild>
  /** The folder with the browser's files; none in development, where Vite serves them. */
  clientDir: string | null
  mode: 'production' | 'development'
}

export interface SiteDeps {
  site: Site
  /** What loaders see as their context. */
  context: Omit<AppLoadContext, 'render'>
  security: SecurityOptions
  /** Stands in front of what is rendered; files are free. */
  admit: MiddlewareHandler
  log?: Logger
}

const IMMUTABLE = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'

// A worker follows the policy that its own file comes with. The one that decodes photographs runs WebAssembly, which no page
// may; it can fetch from here and nothing else.
const DECODER = /^\/assets\/heic-worker-[^/]+\.js$/
const DECODER_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'"

export function createSite({ site, context, security, admit, log }: SiteDeps): Hono {
  const app = new Hono()
  if (site.clientDir) {
    app.use('/assets/*', async (c, next) => {
      await next()
      if (DECODER.test(c.req.path)) c.res.headers.set('content-security-policy', DECODER_POLICY)
    })
    const files = readClientFiles(site.clientDir)
    const serveFile = serveStatic({
      root: site.clientDir,
      precompressed: true,
      onFound: (path, c) => c.header('cache-control', /[\\/]assets[\\/]/.test(path) ? IMMUTABLE : AN_HOUR),
    })
    // A page is not looked for on the disk.
    app.use('*', (c, next) => (files.has(c.req.path) ? serveFile(c, next) : next()))
  }
  const handle = createHandler(site)
  app.all('*', admit, async (c) => {
    // The renderer names each inline script that it writes. A nonce would be shared by everyone who gets the cached page.
    // Vite writes inline scripts of its own in development, so there the policy says nothing about scripts.
    const hashes = new Set<string>()
    const isStrict = site.mode === 'production'
    const requestId = c.get('requestId')
    const report = (err: unknown) => log?.error({ event: 'page_failed', requestId, path: scrubPath(c.req.path), err })
    const loadContext: AppLoadContext = {
      ...context,
      ...(isStrict && { allowScript: (text: string) => void hashes.add(hashSource(text)) }),
      requestId,
      ...(log && { report }),
      // Another page: its scripts are not those of this response.
      render: (request: Request, changed: Partial<AppLoadContext>) =>
        handle(request, { ...loadContext, allowScript: undefined, ...changed }),
    }
    const response = await handle(c.req.raw, loadContext)
    if (response.status === 503) response.headers.set('retry-after', String(RETRY_AFTER_SECONDS))
    if (!response.headers.get('content-type')?.startsWith('text/html')) return response
    // None at all would be filled in with the strict one.
    const policy = isStrict ? contentSecurityPolicy(security, [...hashes]) : "object-src 'none'"
    response.headers.set('content-security-policy', policy)
    return response
  })
  return app
}

const hashSource = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** A build that may change is looked at for every page, a finished one once. */
function createHandler({ loadBuild, mode }: Site): RequestHandler {
  if (mode === 'development') return createRequestHandler(loadBuild, mode)
  let made: Promise<RequestHandler> | undefined
  return async (request, context) => {
    made ??= loadBuild().then((build) => createRequestHandler(build, mode))
    return (await made)(request, context)
  }
}
