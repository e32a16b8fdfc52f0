import { STAND_IN_DEALER, test } from '../fixtures/stand-in.ts'
import { expect } from '../fixtures/test.ts'

test('settings that cannot be read any more leave the last known ones and say so', async ({ page, standIn }) => {
  await page.goto('/faq')
  await expect(page.getByRole('banner').getByText(STAND_IN_DEALER)).toBeVisible()
  await expect(page.getByText('Failed to load company settings')).toHaveCount(0)

  standIn.setAway(true)
  // Where nobody tells of changes a page is kept for a minute: this one was not asked for yet.
  const response = await page.goto('/about')

  expect(response?.status()).toBe(200)
  await expect(page.getByText('Failed to load company settings')).toBeVisible()
  await expect(page.getByRole('banner').getByText(STAND_IN_DEALER)).toBeVisible()
  await expect(page.getByRole('contentinfo').getByText('CB7 4AA')).toBeVisible()
  expect(await page.content()).not.toMatch(/Halden & Rowe|PE1 5BA/)
  standIn.setAway(false)
})
