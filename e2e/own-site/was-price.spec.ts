import { test } from '../fixtures/own-sites.ts'
import { findStock } from '../fixtures/stock.ts'
import { expect } from '../fixtures/test.ts'

// supabase/tests/prices.test.ts tests the rule.
test('a reduced vehicle shows its earlier price on its card and page until it is sold', async ({ page, rest }) => {
  const vehicle = await findStock(rest, 'sold=is.false&order=created_at.desc')
  const change = (body: object) => rest(`vehicles?id=eq.${vehicle.id}`, { method: 'PATCH', body: JSON.stringify(body) })
  const old = `was £${vehicle.price.toLocaleString('en-GB')}`
  const card = page.getByRole('article').filter({ hasText: vehicle.title })
  const summary = page.getByRole('main').locator('.vehicle-summary')

  await page.goto('/vehicles')
  await expect(card).toBeVisible()
  await expect(page.getByText('was £')).toHaveCount(0)

  await change({ price: vehicle.price - 1000 })
  await page.reload()
  await expect(card.getByText(old)).toBeVisible()
  await expect(page.getByText('was £')).toHaveCount(1)
  await page.goto(`/vehicles/${vehicle.id}`)
  await expect(summary.getByText(old)).toBeVisible()

  await change({ sold: true, featured: false, sold_expiry_date: '2099-12-31' })
  await page.reload()
  await expect(summary.getByText('Vehicle Sold')).toBeVisible()
  await expect(summary.getByText('was £')).toHaveCount(0)
  await page.goto('/vehicles')
  await expect(card).toBeVisible()
  await expect(page.getByText('was £')).toHaveCount(0)
})
