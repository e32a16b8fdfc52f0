// Serves the built site: its files, and its pages rendered on the server with the backend handed in.
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { type AppLoadContext, createRequestHandler, type ServerBuild } from 'react-router'
import { contentSecurityPolicy, hashInlineScripts, type SecurityOptions } from './security-headers.ts'

export interface Site {
  loadBuild(): Promise<ServerBuild>
  /** The folder with the browser's files; none in development, where Vite serves them. */
  clientDir: string | null
  mode: 'production' | 'development'
}

interface SiteDeps {
  site: Site
  /** What loaders see as their context. */
  context: AppLoadContext
  security: SecurityOptions
}

const IMMUTABLE = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'

export function createSite({ site, context, security }: SiteDeps): Hono {
  const app = new Hono()
  if (site.clientDir) {
    app.use(
      '*',
      serveStatic({
        root: site.clientDir,
        precompressed: true,
        onFound: (path, c) => c.header('cache-control', /[\\/]assets[\\/]/.test(path) ? IMMUTABLE : AN_HOUR),
      }),
    )
  }
  const handle = createRequestHandler(site.loadBuild, site.mode)
  app.all('*', async (c) => {
    const response = await handle(c.req.raw, context)
    if (!response.headers.get('content-type')?.startsWith('text/html')) return response
    const html = await response.text()
    const headers = new Headers(response.headers)
    // Vite's own development scripts change with every edit, so there is no policy to hold them to; none at all would
    // be filled in with the strict one.
    const policy =
      site.mode === 'production' ? contentSecurityPolicy(security, hashInlineScripts(html)) : "object-src 'none'"
    headers.set('content-security-policy', policy)
    return new Response(html, { status: response.status, headers })
  })
  return app
}
