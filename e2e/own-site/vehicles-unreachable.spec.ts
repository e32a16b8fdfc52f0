// A hosted backend that returns only the settings: the site is up, but cannot read its vehicles.
import { test } from '../fixtures/stand-in.ts'
import { expect } from '../fixtures/test.ts'

test('the page for a vehicle that cannot be read returns 503 with the Vehicle Not Found screen', async ({ page }) => {
  const response = await page.goto('/vehicles/00000000-0000-4000-8000-000000000001')

  expect(response?.status()).toBe(503)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vehicle Not Found')
})

test('the vehicle list returns 503, is empty and reports the failure if vehicles cannot be read', async ({ page }) => {
  const response = await page.goto('/vehicles')

  expect(response?.status()).toBe(503)
  await expect(page.getByText('Failed to fetch vehicles')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No vehicles found' })).toBeVisible()
})

test('the home page renders without its featured vehicles if they cannot be read', async ({ page }) => {
  const response = await page.goto('/')

  expect(response?.status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Featured Masterpieces' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('the sitemap returns 503 instead of an empty list if vehicles cannot be read', async ({ request }) => {
  expect((await request.get('/sitemap.xml')).status()).toBe(503)
})
