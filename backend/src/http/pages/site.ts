// Serves the built site: its files, and its pages rendered on the server.
import { createHash } from 'node:crypto'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { type AppLoadContext, createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router'
import { clientNetwork } from '../caller/client-address.ts'
import { RETRY_AFTER_SECONDS } from '../errors.ts'
import type { Logger } from '../observability/log.ts'
import { scrubPath } from '../observability/scrub.ts'
import { contentSecurityPolicy, type SecurityOptions, type Tracker } from '../security-headers.ts'
import { readClientFiles } from './client-files.ts'

export interface Site {
  loadBuild(): Promise<ServerBuild>
  /** The folder with the browser's files. Null in development, where Vite serves them. */
  clientDir: string | null
  mode: 'production' | 'development'
}

export interface SiteDeps {
  site: Site
  /** The context that loaders get. */
  context: Omit<AppLoadContext, 'render' | 'network' | 'allowTracker' | 'noteWanted'> & {
    /** Null on a hosted project. */
    countWanted?: ((things: readonly string[], request: Request) => void) | null
  }
  security: SecurityOptions
  /** Admission control for rendered pages. Files are not limited. */
  admit: MiddlewareHandler
  log?: Logger
}

const IMMUTABLE = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'

// A web worker is subject to the policy sent with its own file. The worker that decodes HEIC photographs, unlike a
// page, may run WebAssembly, and it can fetch only from this site.
const DECODER = /^\/assets\/heic-worker-[^/]+\.js$/
const DECODER_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'"

export function createSite({ site, context, security, admit, log }: SiteDeps): Hono {
  const { countWanted, ...shared } = context
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
    // Page paths are not looked up on the disk.
    app.use('*', (c, next) => (files.has(c.req.path) ? serveFile(c, next) : next()))
  }
  const handle = createHandler(site)
  app.all('*', admit, async (c) => {
    // The renderer reports each inline script that it writes. A nonce would be the same for every visitor who gets the
    // cached page. In development Vite adds inline scripts, so the policy does not restrict scripts there.
    const hashes = new Set<string>()
    const trackers = new Set<Tracker>()
    const isStrict = site.mode === 'production'
    const requestId = c.get('requestId')
    const report = (err: unknown) => log?.error({ event: 'page_failed', requestId, path: scrubPath(c.req.path), err })
    const loadContext: AppLoadContext = {
      ...shared,
      ...(countWanted && {
        noteWanted: (things: readonly object[]) =>
          countWanted(
            things.map((thing) => JSON.stringify(thing)),
            c.req.raw,
          ),
      }),
      ...(isStrict && { allowScript: (text: string) => void hashes.add(hashSource(text)) }),
      requestId,
      network: clientNetwork(c.req.raw),
      allowTracker: (name: Tracker) => void trackers.add(name),
      ...(log && { report }),
      // Scripts on another page are not part of this response.
      render: (request: Request, changed: Partial<AppLoadContext>) =>
        handle(request, { ...loadContext, allowScript: undefined, ...changed }),
    }
    const response = await handle(c.req.raw, loadContext)
    if (response.status === 503) response.headers.set('retry-after', String(RETRY_AFTER_SECONDS))
    if (!response.headers.get('content-type')?.startsWith('text/html')) return response
    // A response without a policy would get the strict policy from securityHeaders.
    const policy = isStrict ? contentSecurityPolicy(security, [...hashes], [...trackers]) : "object-src 'none'"
    response.headers.set('content-security-policy', policy)
    return response
  })
  return app
}

const hashSource = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** In development the build may change, so it is loaded for every page. */
function createHandler({ loadBuild, mode }: Site): RequestHandler {
  if (mode === 'development') return createRequestHandler(loadBuild, mode)
  let handler: Promise<RequestHandler> | undefined
  return async (request, context) => {
    handler ??= loadBuild().then((build) => createRequestHandler(build, mode))
    return (await handler)(request, context)
  }
}
