// Pages are served from the response cache until a row that they show changes. After any write, the cached page must
// be identical to a newly rendered one.
import { inDays } from '../admin/office.ts'
import { test } from '../fixtures/own-sites.ts'
import { findStock } from '../fixtures/stock.ts'
import { expect } from '../fixtures/test.ts'

/** No page reads this parameter, and it is too long for a cache key, so the request bypasses the cache. */
const UNCACHED = `unread=${'x'.repeat(1200)}`

type Rest = Parameters<typeof findStock>[0]
type Write = [name: string, write: () => Promise<unknown>, changes: string[]]

/** Two vehicles, and the pages that may show them. */
async function pagesOf(rest: Rest) {
  const vehicle = await findStock(rest, 'sold=is.false&featured=is.true&order=price.desc')
  const other = await findStock(rest, 'sold=is.false&order=price.asc')
  const pages = [
    '/',
    '/vehicles',
    `/vehicles?make=${encodeURIComponent(vehicle.make)}&sort=price_asc`,
    `/vehicles?q=${encodeURIComponent(vehicle.model)}&view=list`,
    `/vehicles/${vehicle.id}`,
    `/vehicles/${other.id}`,
    `/vehicles/${vehicle.id}/enquiry`,
    '/contact',
    '/sitemap.xml',
    '/sitemap.xml?part=1',
    '/vehicles.data',
  ]
  const on = (path: string, method: string, body?: object) =>
    rest(path, { method, ...(body && { body: JSON.stringify(body) }) })
  return { vehicle, other, pages, on }
}

async function expectCurrentAfter(writes: Write[], site: string, pages: string[]): Promise<void> {
  const read = async (path: string, more = '') => {
    const response = await fetch(site + path + (more && (path.includes('?') ? '&' : '?') + more))
    return response.text()
  }
  const shown = new Map<string, string>()
  const compare = async (write: string) => {
    const changed = await Promise.all(
      pages.map(async (path) => {
        const [cached, fresh] = [await read(path), await read(path, UNCACHED)]
        expect(cached, `${path} after ${write}`).toBe(fresh)
        const before = shown.get(path)
        shown.set(path, cached)
        return before === cached ? [] : [path]
      }),
    )
    return changed.flat()
  }
  await compare('the start')
  for (const [name, write, changes] of writes) {
    await write()
    expect(await compare(name), name).toEqual(expect.arrayContaining(changes))
  }
}

test('every cached page is up to date after each change of a vehicle', async ({ site, rest }) => {
  const { vehicle, pages, on } = await pagesOf(rest)
  const listed = ['/', '/vehicles', '/vehicles.data', `/vehicles/${vehicle.id}`]
  const writes: Write[] = [
    ['a title', () => on(`vehicles?id=eq.${vehicle.id}`, 'PATCH', { title: 'Renamed Roadster' }), listed],
    ['a price', () => on(`vehicles?id=eq.${vehicle.id}`, 'PATCH', { price: 1234567 }), listed],
    [
      'a picture',
      () => on('vehicle_images', 'POST', { vehicle_id: vehicle.id, image_url: '/placeholder.svg', display_order: 9 }),
      [`/vehicles/${vehicle.id}`],
    ],
    [
      'a feature',
      () => on('vehicle_features', 'POST', { vehicle_id: vehicle.id, feature: 'Periscope' }),
      [`/vehicles/${vehicle.id}`],
    ],
    [
      'a specification',
      () => on('vehicle_specifications', 'POST', { vehicle_id: vehicle.id, spec_key: 'Keel', spec_value: 'Oak' }),
      [`/vehicles/${vehicle.id}`],
    ],
  ]
  await expectCurrentAfter(writes, site.url, pages)
})

test('every cached page is up to date after any other write', async ({ site, rest }) => {
  const { vehicle, other, pages, on } = await pagesOf(rest)
  const writes: Write[] = [
    ['a make', () => on('car_makes', 'POST', { name: 'Zagato Novelty' }), ['/vehicles', '/vehicles.data']],
    ['a setting', () => on('config?key=eq.COMPANY_PHONE', 'PATCH', { value: '01632 960999' }), ['/', '/contact']],
    ['an enquiry', () => on('enquiries', 'POST', lead(vehicle.id)), []],
    ['a message', () => on('contact_messages', 'POST', lead()), []],
    [
      'a sale',
      () => on(`vehicles?id=eq.${vehicle.id}`, 'PATCH', { sold: true, featured: false, sold_expiry_date: inDays(20) }),
      ['/vehicles', '/sitemap.xml', '/sitemap.xml?part=1'],
    ],
    ['a deleted vehicle', () => on(`vehicles?id=eq.${other.id}`, 'DELETE'), ['/vehicles', `/vehicles/${other.id}`]],
  ]
  await expectCurrentAfter(writes, site.url, pages)
})

test('a cached page never contains another visitor’s URL, and a browser that already has the page gets a 304', async ({
  site,
}) => {
  const marked = await fetch(`${site.url}/about?utm_source=secret-campaign`)
  const plain = await fetch(`${site.url}/about`)
  expect(await marked.text()).not.toContain('secret-campaign')
  expect(plain.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  const etag = plain.headers.get('etag') ?? ''
  expect(marked.headers.get('etag')).toBe(etag)
  const again = await fetch(`${site.url}/about`, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
})

function lead(vehicle_id?: string) {
  const person = { name: 'Ada Marsh', email: 'ada@example.com', phone: '07700 900123', message: 'Is it still there?' }
  return { ...person, ...(vehicle_id && { vehicle_id }) }
}
