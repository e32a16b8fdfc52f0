import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { holdBack } from '../fixtures/hold-back.ts'
import { root } from '../fixtures/site-process.ts'
import { expect, PHONE, test } from './office.ts'

const LINKS = [
  'Dashboard',
  'Vehicles',
  'Enquiries',
  'Customers',
  'Sold Vehicles',
  'Seed Data',
  'Settings',
  'System Status',
]
const SCREENS = ['/admin', '/admin/dashboard', '/admin/vehicles', '/admin/vehicles/add', '/admin/enquiries']

test('a guest is sent to /auth', async ({ page }) => {
  for (const path of [...SCREENS, '/admin/customers', '/admin/settings', '/admin/seed-data', '/admin/sold-vehicles']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/auth$/)
  }
})

test('a customer is sent to /dashboard', async ({ page, signIn, createCustomer }) => {
  await signIn(page, await createCustomer())
  for (const path of SCREENS) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page).not.toHaveURL(/\/admin/)
  }
})

test('while the session is being read there is a spinner that says Loading...', async ({ page, signIn, admin }) => {
  await signIn(page, admin)
  const release = await holdBack(page, '**/rest/v1/rpc/has_role')

  await page.goto('/admin')
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()

  release()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
})

test('the sidebar leads to every screen, home and out', async ({ page, signIn, admin }) => {
  await signIn(page, admin)
  await page.goto('/admin')
  const sidebar = page.getByRole('navigation', { name: 'Back office' })
  await expect(sidebar.getByRole('link')).toHaveText(LINKS)
  for (const name of LINKS) {
    await sidebar.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(sidebar.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
  }

  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page).toHaveURL(/localhost:\d+\/$/)
  await expect(page.getByRole('link', { name: 'View Collection' }).first()).toBeVisible()

  await page.goto('/admin')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/localhost:\d+\/$/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'LOGIN' })).toBeVisible()
  expect(await page.evaluate(() => window.localStorage.getItem('forecourt-auth'))).toBeNull()
})

test('on a phone the sidebar waits behind a menu button', async ({ page, open }) => {
  await page.setViewportSize(PHONE)
  await open('/admin')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Customers', exact: true })).toBeHidden()

  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Customers', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a visitor loads no code of the back office', async ({ page }) => {
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
  for (const words of staffOnly) {
    const carriers = texts.filter(([, text]) => text.includes(words)).map(([name]) => name)
    expect(carriers.length, `a script has "${words}"`).toBeGreaterThan(0)
    expect(carriers.filter((name) => scripts.has(name))).toEqual([])
  }
})

const readText = (folder: string, name: string) => (name.endsWith('.js') ? readFile(join(folder, name), 'utf8') : '')
