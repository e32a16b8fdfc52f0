// Whoever changes the settings has a site of their own: no page, feed, tag or file names the dealer of the demo any more.
import { expect, test } from '../fixtures/test.ts'

const DEMO = /halden|peterborough|PE1 5BA/i

const DEALER: Record<string, string> = {
  COMPANY_NAME: 'Marsh Motors',
  COMPANY_EMAIL: 'hello@marshmotors.example',
  COMPANY_EMAIL_2: '',
  COMPANY_ADDRESS: '2 Fen Road, Ely, CB7 4AA',
  COMPANY_OPENING_HOURS: 'Mon-Fri: 10am-5pm',
  BRAND_INSTAGRAM: '',
  BRAND_FACEBOOK: '',
  BRAND_YOUTUBE: '',
  LEGAL_NAME: 'Marsh & Daughters Limited',
  LEGAL_COMPANY_NUMBER: '01234567',
  LEGAL_REGISTERED_IN: 'england-and-wales',
}

const PATHS = [
  '/home',
  '/vehicles',
  '/vehicles?make=BMW&q=x',
  '/vehicles/00000000-0000-4000-8000-000000000000',
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
  '/auth/second-step',
  '/auth/set-up-two-steps',
  '/forgot-password',
  '/dashboard',
  '/dashboard/account',
  '/no/such/page',
  '/admin',
  '/admin/settings',
  '/admin/no/such/page',
  '/third-party-notices',
  '/sitemap.xml',
  '/robots.txt',
  '/favicon.svg',
  '/logo.svg',
  '/about.data',
  '/faq.data',
  '/functions/v1/instagram-feed',
]

test('a site with other settings is another dealer’s, on every page', async ({ site, rest }) => {
  const before = await rest<{ key: string; value: string }[]>('config?select=key,value')
  const write = (rows: { key: string; value: string }[]) =>
    rest('config?on_conflict=key', {
      method: 'POST',
      headers: { prefer: 'resolution=merge-duplicates,return=representation' },
      body: JSON.stringify(rows),
    })
  const read = async (path: string) => (await fetch(site.url + path)).text()
  expect(await read('/')).toContain('Follow Us on Instagram')

  await write(Object.entries(DEALER).map(([key, value]) => ({ key, value })))

  const settings = await rest<{ value: string }[]>('config?select=value')
  expect(JSON.stringify(settings)).not.toMatch(DEMO)
  const home = await read('/')
  expect(home).toContain('<title>Used and luxury cars in Ely | Marsh Motors</title>')
  expect(home).toContain('Marsh Motors is a trading name of Marsh &amp; Daughters Limited')
  expect(home).not.toMatch(DEMO)
  expect(home).not.toContain('Follow Us on Instagram')
  const vehicles = await rest<{ id: string }[]>('vehicles?select=id')
  const [first] = vehicles
  const ofVehicles = vehicles.map(({ id }) => `/vehicles/${id}`)
  const forms = [`/vehicles/${first?.id}/enquiry`, `/vehicles/${first?.id}/test-drive`]
  for (const path of [...PATHS, ...ofVehicles, ...forms]) {
    const found = DEMO.exec(await read(path))
    expect(found?.input.slice(Math.max(0, found.index - 100), found.index + 60), path).toBeUndefined()
  }
  await write(before)
})
