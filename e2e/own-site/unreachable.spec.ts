import { expect, test } from '../fixtures/test.ts'
import { lookAt } from '../looks/look.ts'

// A hosted backend at an unreachable address: the site is up, but has never received its settings.
test.use({ siteEnv: { SUPABASE_URL: 'http://127.0.0.1:59999', SUPABASE_ANON_KEY: 'nobody-listens' } })

test('without known settings every page returns 503 and names no dealer', async ({ request }) => {
  for (const path of ['/', '/faq', '/contact', '/vehicles', '/terms-of-service', '/auth', '/admin']) {
    const response = await request.get(path)

    expect(response.status(), path).toBe(503)
    expect(Number(response.headers()['retry-after']), path).toBeGreaterThan(0)
    expect(await response.text(), path).not.toMatch(/Halden|haldenrowe|Peterborough|PE1 5BA/i)
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
