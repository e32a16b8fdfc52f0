import { expect, expectAccessible, test, variants } from '../fixtures/test.ts'

// A hosted backend at an address where nobody listens: the site is up, its settings were never known.
test.use({ siteEnv: { SUPABASE_URL: 'http://127.0.0.1:59999', SUPABASE_ANON_KEY: 'nobody-listens' } })

for (const path of ['/', '/faq', '/contact', '/vehicles', '/terms-of-service', '/auth', '/admin']) {
  test(`without known settings ${path} answers 503 and says nothing of any dealer`, async ({ request }) => {
    const response = await request.get(path)

    expect(response.status()).toBe(503)
    expect(Number(response.headers()['retry-after'])).toBeGreaterThan(0)
    expect(await response.text()).not.toMatch(/Halden|haldenrowe|Peterborough|PE1 5BA/i)
  })
}

for (const { name, viewport, colorScheme } of variants) {
  test(`the page in its place is plain and readable on ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await page.goto('/faq')

    await expect(page).toHaveTitle('Back in a moment')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Back in a moment')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expectAccessible(page)
  })
}
