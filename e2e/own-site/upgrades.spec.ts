// Data that browsers stored under an earlier version still works after the site is upgraded to this one.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { unpackFolder } from '../../backend/test/upgrades/archive.ts'
import { root, startSite } from '../fixtures/site-process.ts'
import { test as base, expect, LONG } from '../fixtures/test.ts'

const left = join(root, 'backend/test/upgrades/d968e29')
const readJson = async (file: string) => JSON.parse(await readFile(join(left, file), 'utf8'))

interface Storages {
  local: Record<string, string>
  session: Record<string, string>
}

const test = base.extend({
  site: [
    async ({ mail }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-upgrade-'))
      unpackFolder(join(left, 'embedded.tar.br'), dataDir)
      const site = await startSite(dataDir, { SMTP_URL: mail.url })
      await use(site)
      await site.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})

/** Restores the browser's storage before the site's own scripts run. */
async function restoreStorage(page: Page, who: 'visitor' | 'admin'): Promise<void> {
  const kept = (await readJson('browser.json'))[who] as Storages
  const session = kept.local['forecourt-auth']
  // The access token has expired, so the browser renews it, as it does whenever the user has been away for a while.
  if (session) kept.local['forecourt-auth'] = JSON.stringify({ ...JSON.parse(session), expires_at: 1 })
  await page.goto('/robots.txt')
  await page.evaluate(({ local, session }) => {
    for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value)
    for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value)
  }, kept)
}

test(
  'after an upgrade, a visitor finds the same vehicles, the saved vehicle and the half-completed forms',
  LONG,
  async ({ page }) => {
    const { editedVehicle, deletedVehicle } = await readJson('embedded.json')
    await restoreStorage(page, 'visitor')

    await page.goto('/vehicles')
    await expect(page.getByRole('link', { name: editedVehicle.title, exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Cookie consent' })).toBeHidden()
    await expect(page.getByText('Field & Daughter Motors').first()).toBeVisible()
    await page.goto('/saved-vehicles')
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('article')).toContainText(editedVehicle.title)

    await page.goto(`/vehicles/${editedVehicle.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(editedVehicle.title)
    await expect(page.getByText('£54,950').first()).toBeVisible()
    await page.goto(`/vehicles/${editedVehicle.id}/enquiry`)
    await expect(page.getByLabel('Name')).toHaveValue('Half Written')
    await expect(page.getByLabel('Message')).toHaveValue('I was about to ask whether')
    await page.goto('/contact')
    await expect(page.getByLabel('Message')).toHaveValue('Do you also sell')

    const gone = await page.goto(`/vehicles/${deletedVehicle.id}`)
    expect(gone?.status()).toBe(404)
  },
)

test('after an upgrade, the admin is still signed in and finds the drafts of both vehicles', LONG, async ({ page }) => {
  const { editedVehicle } = await readJson('embedded.json')
  await restoreStorage(page, 'admin')

  await page.goto('/admin/vehicles/add')
  await page.getByRole('button', { name: 'Restore draft' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Lagonda Rapide, half described')
  await expect(page.getByLabel('Price (£)')).toHaveValue('68500')

  await page.goto(`/admin/vehicles/edit/${editedVehicle.id}`)
  await page.getByRole('button', { name: 'Restore draft' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Alvis TD21 Drophead, one owner')
})
