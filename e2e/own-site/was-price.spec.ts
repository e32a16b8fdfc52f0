import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agePrices } from '../../backend/test/age-prices.ts'
import { startSite } from '../fixtures/site-process.ts'
import { findStock } from '../fixtures/stock.ts'
import { templateDir } from '../fixtures/template.ts'
import { test as base, expect, notHosted } from '../fixtures/test.ts'

// On this site, all vehicles have been on offer at the same price for 40 days.
const test = base.extend({
  site: [
    async ({ mail }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-was-price-'))
      await cp(templateDir, dataDir, { recursive: true, preserveTimestamps: true })
      await agePrices(dataDir, 40)
      const site = await startSite(dataDir, { SMTP_URL: mail.url })
      await use(site)
      await site.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})

// supabase/tests/prices.test.ts tests the rule.
test(
  'a reduced vehicle shows its earlier price on its card and page until it is sold',
  notHosted('the test changes the database while the site is stopped'),
  async ({ page, rest }) => {
    const vehicle = await findStock(rest, 'sold=is.false&order=created_at.desc')
    const change = (body: object) =>
      rest(`vehicles?id=eq.${vehicle.id}`, { method: 'PATCH', body: JSON.stringify(body) })
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
  },
)
