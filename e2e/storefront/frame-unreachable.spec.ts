import { expect, test } from '../fixtures/test.ts'

// A hosted backend at an address where nobody listens: the site is up, its settings are not.
test.use({ siteEnv: { SUPABASE_URL: 'http://127.0.0.1:59999', SUPABASE_ANON_KEY: 'nobody-listens' } })

test('settings that cannot be read leave the defaults and say so', async ({ page }) => {
  const response = await page.goto('/faq')

  expect(response?.status()).toBe(200)
  await expect(page.getByText('Failed to load company settings')).toBeVisible()
  await expect(page.getByRole('banner').getByText('Halden & Rowe Motor Cars')).toBeVisible()
  await expect(page.getByRole('contentinfo').getByText('PE1 5BA')).toBeVisible()
})
