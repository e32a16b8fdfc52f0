// The pages: odd paths, odd queries, odd headers, and the data requests behind them.
import { awkwardText, encoded, type Grammar } from './grammar.ts'

const PAGES = [
  '/',
  '/home',
  '/vehicles',
  '/vehicles/ID',
  '/vehicles/ID/enquiry',
  '/vehicles/ID/test-drive',
  '/saved-vehicles',
  '/contact',
  '/about',
  '/faq',
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
  '/auth',
  '/auth/confirm',
  '/auth/choose-password',
  '/forgot-password',
  '/dashboard',
  '/admin',
  '/admin/vehicles',
  '/admin/vehicles/edit/ID',
  '/admin/settings',
  '/admin/status',
  '/sitemap.xml',
  '/robots.txt',
  '/healthz',
  '/readyz',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/assets/nothing.js',
  '/dev/mailbox/',
  '/__manifest',
  '/.env',
  '/nothing',
]
const QUERIES =
  'page part make model minPrice maxPrice fuel transmission sort search q type year _routes returnTo redirect index'.split(
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
