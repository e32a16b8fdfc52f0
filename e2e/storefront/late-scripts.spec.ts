// Scripts start late, on the first interaction. Clicks and input before that are replayed.
import { expect, test } from '../fixtures/test.ts'

test('scripts wait for an interaction, and clicks and input from before they run are replayed', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ baseURL: site.url })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // While its pictures are held back, the page never finishes loading, so the scripts do not start after the idle time.
  for (const path of ['**/assets/*.js', '**/storage/v1/render/**']) {
    await page.route(path, async (route) => {
      await held
      await route.continue()
    })
  }

  await page.goto('/vehicles', { waitUntil: 'domcontentloaded' })
  const search = page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /search/i }))
    .first()
  await expect(page.locator('html[data-hydrated]')).toHaveCount(0)
  await expect(page.locator('link[rel=modulepreload]')).toHaveCount(0)

  const heart = page.getByRole('button', { name: /^Save / }).first()
  await heart.click()
  await search.fill('porsche')
  await expect(page.locator('html[data-hydrated]')).toHaveCount(0)
  release()

  await expect(page.locator('html[data-hydrated]')).toBeAttached()
  await expect(page.getByRole('article').first().getByRole('button', { pressed: true })).toBeVisible()
  await expect(search).toHaveValue('porsche')
  expect(errors).toEqual([])
  await context.close()
})
