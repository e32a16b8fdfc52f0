import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { logIn } from '../account/forms.ts'
import { holdBack } from '../fixtures/hold-back.ts'
import { root } from '../fixtures/site-process.ts'
import { LONG } from '../fixtures/test.ts'
import { goWithin } from '../looks/look.ts'
import { DESKTOP, expect, PHONE, passTime, test } from './office.ts'

const LINKS = [
  'Dashboard',
  'Vehicles',
  'Enquiries',
  'People',
  'Customers',
  'Sold Vehicles',
  'What to buy',
  'Staff',
  'Seed Data',
  'Settings',
  'System Status',
]
/** All screens share one guard, which site/app/routes.test.ts checks. */
const SCREENS = ['/admin', '/admin/vehicles/add']

test('a guest is redirected to /auth, and an admin whose password was configured is taken on to the link from an email', async ({
  page,
  admin,
}) => {
  for (const path of [...SCREENS, '/admin/enquiries?tab=test-drives']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/auth$/)
  }
  await logIn(page, admin)

  await expect(page).toHaveURL(/\/admin\/enquiries\?tab=test-drives$/)
})

test('a spinner shows while the session loads, one failed role check does not redirect an admin, and an unknown path stays in the back office', async ({
  page,
  open,
}) => {
  const release = await holdBack(page, '**/rest/v1/rpc/has_role')
  await open('/admin')
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()

  let failures = 0
  await page.route('**/rest/v1/rpc/has_role**', (route) =>
    failures++ === 0 ? route.fulfill({ status: 503, json: { message: 'no' } }) : route.continue(),
  )
  await open('/admin/vehicles')
  await expect(page.getByRole('heading', { name: 'Vehicles', level: 1 })).toBeVisible()
  expect(failures).toBeGreaterThan(1)

  await open('/admin/no-such-screen')
  await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
})

test('an unreachable service is reported, with a button to try again', async ({ page, open }) => {
  await page.clock.install()
  await page.route('**/rest/v1/**', (route) => route.abort())
  await open('/admin/vehicles')
  // The client retries for several seconds by the page's clock.
  await passTime(page, () => expect(page.getByText('Something went wrong on our side')).toBeVisible({ timeout: 500 }))

  await page.unroute('**/rest/v1/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Vehicles', level: 1 })).toBeVisible()
})

test('a customer is redirected to /dashboard', async ({ page, signIn, createCustomer }) => {
  await signIn(page, await createCustomer())
  for (const path of SCREENS) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page).not.toHaveURL(/\/admin/)
  }
})

test('the sidebar has links to every screen and the home page, and a button that logs out', async ({
  page,
  signIn,
  admin,
}) => {
  await signIn(page, admin)
  await page.goto('/admin')
  const sidebar = page.getByRole('navigation', { name: 'Back office' })
  // Enquiries has the counts of unread and overdue leads beside it.
  await expect(sidebar.getByRole('link')).toHaveText(LINKS.map((name) => new RegExp(`^${name}`)))
  for (const name of LINKS) {
    const link = sidebar.getByRole('link', { name: new RegExp(`^${name}`) })
    await link.click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(link).toHaveAttribute('aria-current', 'page')
  }

  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page).toHaveURL(/localhost:\d+\/$/)
  await expect(page.getByRole('link', { name: 'View Collection' }).first()).toBeVisible()

  await page.setViewportSize(PHONE)
  await page.goto('/admin')
  await test.step('on a phone a menu button opens the sidebar', async () => {
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Customers', exact: true })).toBeHidden()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Customers', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await page.setViewportSize(DESKTOP)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/localhost:\d+\/$/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'LOGIN' })).toBeVisible()
  expect(await page.evaluate(() => window.localStorage.getItem('forecourt-auth'))).toBeNull()
})

// create-functions.test.ts checks what the service responds, and own-site/without-mail.spec.ts uses such a site.
test('while email is not set up, every screen has a one-line notice and the settings explain what to do', async ({
  page,
  open,
}) => {
  await page.route('**/functions/v1/site-status', (route) =>
    route.fulfill({ json: { mailConfigured: false, autotraderConfigured: false } }),
  )
  await page.setViewportSize(PHONE)
  const banner = page.getByRole('status').filter({ hasText: 'Email isn’t set up.' })
  await open('/admin')
  await expect(banner).toBeVisible()
  await goWithin(page, '/admin/enquiries')
  await expect(page.getByRole('heading', { name: 'Enquiries', level: 1 })).toBeVisible()
  await expect(banner).toBeVisible()
  expect((await banner.boundingBox())?.height).toBeLessThan(40)
  await banner.getByRole('link', { name: 'Connect your email' }).click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expect(banner).toContainText('Emails are queued until you connect a mail server.')
})

test('a visitor does not load any of the back office’s code', LONG, async ({ page }) => {
  const scripts = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) scripts.add(pathname.slice(pathname.lastIndexOf('/') + 1))
  })
  for (const path of ['/', '/vehicles', '/contact', '/auth']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }

  const assets = join(root, 'site/build/client/assets')
  const staffOnly = ['Failed to fetch dashboard statistics', 'Vehicles Added', 'save_vehicle', 'Recently Added']
  const texts = await Promise.all(
    (await readdir(assets)).map(async (name) => [name, await readText(assets, name)] as const),
  )
  for (const text of staffOnly) {
    const carriers = texts.filter(([, source]) => source.includes(text)).map(([name]) => name)
    expect(carriers.length, `a script has "${text}"`).toBeGreaterThan(0)
    expect(carriers.filter((name) => scripts.has(name))).toEqual([])
  }
})

const readText = (folder: string, name: string) => (name.endsWith('.js') ? readFile(join(folder, name), 'utf8') : '')
