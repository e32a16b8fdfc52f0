// A site whose hosted backend is unreachable at first, then returns only the settings, and then is unreachable again.
import { SERVICE_PATHS, STAND_IN_DEALER, test } from '../fixtures/stand-in.ts'
import { expect } from '../fixtures/test.ts'
import { lookAt } from '../looks/look.ts'

test.describe('before the settings are known', () => {
  test.beforeAll(({ standIn }) => standIn.setAway(true))

  test('every page returns 503 and names no dealer', async ({ request }) => {
    for (const path of ['/', '/faq', '/contact', '/vehicles', '/terms-of-service', '/auth', '/admin']) {
      const response = await request.get(path)

      expect(response.status(), path).toBe(503)
      expect(Number(response.headers()['retry-after']), path).toBeGreaterThan(0)
      const text = await response.text()
      expect(text, path).not.toMatch(/Halden|haldenrowe|Peterborough|PE1 5BA/i)
      expect(text, path).not.toContain(STAND_IN_DEALER)
    }
  })

  test('the error page is plain and readable', async ({ page }) => {
    await page.goto('/faq')

    await expect(page).toHaveTitle('Back in a moment')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Back in a moment')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
    await lookAt(page, 'unavailable')
  })
})

test.describe('while only the settings can be read', () => {
  test.beforeAll(async ({ standIn, site }) => {
    standIn.setAway(false)
    await expect.poll(async () => (await fetch(`${site.url}/faq`)).status).toBe(200)
  })

  test('the page for a vehicle returns 503 with the Vehicle Not Found screen', async ({ page }) => {
    const response = await page.goto('/vehicles/00000000-0000-4000-8000-000000000001')

    expect(response?.status()).toBe(503)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vehicle Not Found')
  })

  test('the vehicle list returns 503, is empty and reports the failure', async ({ page }) => {
    const response = await page.goto('/vehicles')

    expect(response?.status()).toBe(503)
    await expect(page.getByText('Failed to fetch vehicles')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No vehicles found' })).toBeVisible()
  })

  test('the home page renders without its featured vehicles', async ({ page }) => {
    const response = await page.goto('/')

    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { name: 'Featured Masterpieces' })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
  })

  test('the sitemap returns 503 instead of an empty list', async ({ request }) => {
    expect((await request.get('/sitemap.xml')).status()).toBe(503)
  })

  test('the site runs no services of its own, and its pages may connect only to the project', async ({
    request,
    standIn,
  }) => {
    for (const path of SERVICE_PATHS) {
      expect((await request.get(path, { headers: { apikey: 'a-key' } })).status(), path).toBe(404)
    }
    const policy = (await request.get('/')).headers()['content-security-policy'] ?? ''
    expect(policy).toContain(`connect-src 'self' ${standIn.url};`)
    expect(policy).toContain(`img-src 'self' data: blob: ${standIn.url};`)
    expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]+=')+;/)
  })

  test('pages show the last known settings once the settings cannot be read either, and the failure is reported', async ({
    page,
    standIn,
  }) => {
    await page.goto('/faq')
    await expect(page.getByRole('banner').getByText(STAND_IN_DEALER)).toBeVisible()
    await expect(page.getByText('Failed to load company settings')).toHaveCount(0)

    standIn.setAway(true)
    // Without change notifications, pages are cached for a minute, so the test requests a page that is not cached yet.
    const response = await page.goto('/about')

    expect(response?.status()).toBe(200)
    await expect(page.getByText('Failed to load company settings')).toBeVisible()
    await expect(page.getByRole('banner').getByText(STAND_IN_DEALER)).toBeVisible()
    await expect(page.getByRole('contentinfo').getByText('CB7 4AA')).toBeVisible()
    expect(await page.content()).not.toMatch(/Halden & Rowe|PE1 5BA/)
  })
})
