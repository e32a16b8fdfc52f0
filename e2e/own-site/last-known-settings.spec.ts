import { STAND_IN_DEALER, test } from '../fixtures/stand-in.ts'
import { expect } from '../fixtures/test.ts'

test('pages show the last known settings when the current settings cannot be read, and the failure is reported', async ({
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
  standIn.setAway(false)
})
