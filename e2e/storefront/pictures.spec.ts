import { DESKTOP, expect, PHONE, test } from '../fixtures/test.ts'

const RENDERED = /\/storage\/v1\/render\/image\//

test('pictures load as they come into view, and keep their room before that', async ({ page }) => {
  const loaded = new Set<string>()
  page.on('request', (request) => {
    if (RENDERED.test(request.url())) loaded.add(new URL(request.url()).pathname)
  })
  await page.setViewportSize(PHONE)
  await page.goto('/vehicles', { waitUntil: 'networkidle' })
  const atFirst = loaded.size
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(atFirst).toBeGreaterThan(0)
  expect(atFirst).toBeLessThan(6)

  const last = page.getByRole('article').last()
  await last.scrollIntoViewIfNeeded()
  await expect(last.locator('picture img')).toHaveJSProperty('complete', true)

  expect(loaded.size).toBeGreaterThan(atFirst)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)
})

test('a phone is sent light pictures, however sharp its screen', async ({ openElsewhere }) => {
  const page = await openElsewhere({ viewport: PHONE, deviceScaleFactor: 3 })
  const weights: number[] = []
  page.on('response', async (response) => {
    if (RENDERED.test(response.url())) weights.push((await response.body()).length)
  })
  await page.goto('/vehicles', { waitUntil: 'networkidle' })

  expect(weights.length).toBeGreaterThan(0)
  expect(Math.max(...weights)).toBeLessThanOrEqual(40_000)
})

test('a picture that cannot be loaded gives way to the drawing', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.route(RENDERED, (route) => route.fulfill({ status: 404 }))
  await page.goto('/vehicles')

  await expect(page.locator('img[src="/placeholder-light.svg"]').first()).toBeVisible()
})

test('without JavaScript the pictures are there', async ({ openElsewhere }) => {
  const page = await openElsewhere({ javaScriptEnabled: false, viewport: DESKTOP })
  await page.goto('/vehicles')

  await expect(page.getByRole('article').last().locator('img[src*="/render/image/"]')).toBeAttached()
})
