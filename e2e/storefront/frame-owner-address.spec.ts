import { findStock } from '../fixtures/stock.ts'
import { expect, test } from '../fixtures/test.ts'

const OWNER = 'the-owner-only@private.example'

// Later tests wait for emails to the owner.
test.afterEach(async ({ rest, admin }) => {
  await rest('config?key=eq.ADMIN_EMAIL', { method: 'PATCH', body: JSON.stringify({ value: admin.email }) })
})

test('neither public pages nor public data contain the owner’s email address', async ({ rest, site, request }) => {
  await rest('config?key=eq.ADMIN_EMAIL', { method: 'PATCH', body: JSON.stringify({ value: OWNER }) })
  const vehicle = await findStock(rest, 'sold=is.false&order=price')
  const pages = [
    '/',
    '/home',
    '/vehicles',
    '/saved-vehicles',
    '/contact',
    '/about',
    '/faq',
    '/privacy-policy',
    '/terms-of-service',
    '/cookie-policy',
    '/auth',
    '/forgot-password',
    '/dashboard',
    '/admin',
    '/admin/settings',
    ...['', '/enquiry', '/test-drive'].map((part) => `/vehicles/${vehicle.id}${part}`),
    '/no-such-page',
    '/sitemap.xml',
    '/robots.txt',
  ]

  for (const path of pages) {
    for (const address of [path, `${path === '/' ? '/_root' : path}.data`]) {
      expect(await (await request.get(address)).text(), address).not.toContain(OWNER)
    }
  }
  const apikey = site.keys.publishableKey
  const settings = await request.get(`${site.backendUrl}/rest/v1/config?select=key,value`, { headers: { apikey } })
  const keys = ((await settings.json()) as { key: string }[]).map(({ key }) => key)
  expect(keys).toContain('COMPANY_NAME')
  expect(keys).not.toContain('ADMIN_EMAIL')
  expect(await rest('config?key=eq.ADMIN_EMAIL')).toEqual([{ key: 'ADMIN_EMAIL', value: OWNER }])
})
