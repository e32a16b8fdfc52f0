import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { type AppLoadContext, data, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { createSite, type Site } from './site.ts'

/** A script in the page's data that the renderer failed to escape. */
const INJECTED = '<script>alert(1)</script>'
const OURS = ['ours()', 'loaded("café")']

/** The parts of the context that the site reads. */
interface RenderContext extends AppLoadContext {
  allowScript?(text: string): void
  render(request: Request, changed: object): Promise<Response>
}

const renderPage = async (
  _request: Request,
  status: number,
  headers: Headers,
  _router: unknown,
  context: RenderContext,
) => {
  headers.set('content-type', 'text/html; charset=utf-8')
  for (const script of OURS) context.allowScript?.(script)
  return new Response(`${OURS.map((script) => `<script>${script}</script>`).join('')}${INJECTED}`, { status, headers })
}

function failingRoute() {
  throw new Response('gone', { status: 404 })
}

const renderHome = ({ request, context }: { request: Request; context: RenderContext }) =>
  context.render(new Request(new URL('/', request.url)), {})

const route = (id: string, path: string, module: object) => ({ id, path, module: { default: () => null, ...module } })
const routes = {
  home: route('home', '/', {}),
  gone: route('gone', '/gone', { loader: failingRoute }),
  down: route('down', '/down', { loader: () => data(null, { status: 503 }) }),
  preview: route('preview', '/preview', { default: undefined, loader: renderHome }),
  feed: route('feed', '/feed.xml', { default: undefined, loader: () => new Response('<x/>') }),
}
const build = {
  entry: { module: { default: renderPage } },
  routes,
  assets: { entry: { imports: [], module: '' }, routes, url: '', version: '1' },
  assetsBuildDirectory: '',
  basename: '/',
  publicPath: '/',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial' },
} as unknown as ServerBuild

const siteIn = (mode: Site['mode'], clientDir: string | null = null, admit: MiddlewareHandler = (_c, next) => next()) =>
  createSite({
    site: { loadBuild: async () => build, clientDir, mode },
    context: {} as AppLoadContext,
    admit,
    security: { backendOrigin: null, allowRecaptcha: false, https: true },
  })

const scriptSources = (response: Response) =>
  /script-src ([^;]*)/.exec(response.headers.get('content-security-policy') ?? '')?.[1]?.split(' ')
const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

test.each([
  ['a page', '/', 200],
  ['an error page', '/gone', 404],
])(
  "the policy for %s allows the scripts that the renderer listed, but no script from the page's data",
  async (_name, path, status) => {
    const response = await siteIn('production').request(path)
    const html = await response.text()

    expect([response.status, html]).toEqual([status, expect.stringContaining(INJECTED)])
    expect(scriptSources(response)).toEqual(["'self'", ...OURS.map(hashOf)])
  },
)

test('a page rendered inside another page does not add its scripts to the response’s policy', async () => {
  const response = await siteIn('production').request('/preview')

  expect(await response.text()).toContain('ours()')
  expect(scriptSources(response)).toEqual(["'self'"])
})

test('a response that is not a page does not get the content security policy for pages', async () => {
  const response = await siteIn('production').request('/feed.xml')

  expect([response.status, response.headers.get('content-security-policy')]).toEqual([200, null])
})

test('the policy allows the build tool’s scripts in development', async () => {
  const response = await siteIn('development').request('/')

  expect(response.headers.get('content-security-policy')).toBe("object-src 'none'")
})

test('admission control applies to rendered pages but not to files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-files-'))
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  const site = siteIn('production', folder, async (c) => c.text('not now', 429))
  const statusOf = async (path: string) => (await site.request(path)).status

  expect(await Promise.all(['/favicon.svg', '/', '/feed.xml', '/nothing'].map(statusOf))).toEqual([200, 429, 429, 429])
  await rm(folder, { recursive: true })
})

test('only the photograph decoder may run WebAssembly, and it may run nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-files-'))
  await mkdir(join(folder, 'assets'))
  for (const name of ['heic-worker-a1.js', 'root-a1.js']) await writeFile(join(folder, 'assets', name), '')
  const policyOf = async (path: string) =>
    (await siteIn('production', folder).request(path)).headers.get('content-security-policy') ?? ''

  expect(await policyOf('/assets/heic-worker-a1.js')).toBe(
    "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'",
  )
  expect(await policyOf('/assets/root-a1.js')).not.toContain('wasm')
  expect(await policyOf('/')).not.toContain('wasm')
  await rm(folder, { recursive: true })
})

test.each(['/down', '/down.data'])(
  'the response to %s includes a Retry-After header if its data is unavailable',
  async (path) => {
    const response = await siteIn('production').request(path)

    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  },
)
