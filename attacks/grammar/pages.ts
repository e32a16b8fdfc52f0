// Requests pages and their data with odd paths, queries and headers.
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../../site/app/routes.ts'
import { awkwardText, encoded, type Grammar } from './grammar.ts'

const pathsOf = (routes: readonly RouteConfigEntry[], base = ''): string[] =>
  routes.flatMap(({ path = '', children = [] }) => {
    const own = path === '' ? base : `${base}/${path.replaceAll(/:\w+/g, 'ID')}`
    return [...(path.includes('*') ? [] : [own || '/']), ...pathsOf(children, own)]
  })

/** Every URL on the site; `ID` is a parameter. */
export const SITE_PATHS: readonly string[] = [...new Set(pathsOf(routes as RouteConfigEntry[]))]

const PAGES = [
  ...SITE_PATHS,
  '/healthz',
  '/readyz',
  '/assets/nothing.js',
  '/dev/mailbox/',
  '/__manifest',
  '/.env',
  '/nothing',
]
const QUERIES =
  'page part make model minPrice maxPrice fuel transmission body colour doors seats hybrid ulez sort q type year vehicle _routes returnTo redirect index cars add show'.split(
    ' ',
  )

export const pagesGrammar: Grammar = (random, world) => {
  const odd = () => encoded(awkwardText(random))
  let path = random.pick(PAGES).replace('ID', random.chance(0.7) ? random.pick(world.vehicleIds) : odd())
  if (random.chance(0.2)) path = `${path === '/' ? '/_root' : path}.data`
  const query = random.some(QUERIES, 4).map((name) => `${name}=${random.pick(['1', '-1', '999999', 'Audi', odd()])}`)
  if (query.length > 0) path += `?${query.join('&')}`
  const headers: Record<string, string> = {}
  if (random.chance(0.3)) headers.accept = random.pick(['text/html', '*/*', 'application/json', ''])
  if (random.chance(0.2)) headers['accept-language'] = awkwardText(random).slice(0, 2000)
  if (random.chance(0.2)) headers['accept-encoding'] = random.pick(['gzip', 'br', 'zstd', 'identity;q=0', '*;q=0'])
  if (random.chance(0.2)) headers.cookie = `a=${awkwardText(random).slice(0, 2000)}; __proto__=1`
  if (random.chance(0.1))
    headers.host = random.pick(['evil.example', '', 'localhost:0', '[::1', awkwardText(random).slice(0, 100)])
  if (random.chance(0.1)) headers.origin = random.pick(['null', 'http://evil.example', 'not an address'])
  if (random.chance(0.1)) headers['x-forwarded-proto'] = random.pick(['https', 'javascript', ''])
  if (random.chance(0.1)) headers['if-none-match'] = '*'
  const method = random.pick(['GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'PATCH'])
  if (method !== 'POST' && method !== 'PUT' && method !== 'PATCH') return { method, path, headers }
  const type = random.pick([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json',
    'text/plain',
  ])
  return { method, path, headers: { ...headers, 'content-type': type }, body: awkwardText(random) }
}
