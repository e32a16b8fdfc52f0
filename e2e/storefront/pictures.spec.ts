import type { Page } from '@playwright/test'
import { DESKTOP, expect, notHosted, PHONE, test } from '../fixtures/test.ts'

const RENDERED = /\/storage\/v1\/render\/image\//

/** Counts animations: pictures that fade in, and view transitions. */
async function countMotion(page: Page) {
  await page.addInitScript(() => {
    const motion = { faded: [] as string[], transitions: 0 }
    Object.assign(window, { motion })
    const animate = Element.prototype.animate
    Element.prototype.animate = function (...args) {
      if (this instanceof HTMLImageElement) motion.faded.push(this.currentSrc)
      return animate.apply(this, args)
    }
    const start = document.startViewTransition
    document.startViewTransition = function (...args) {
      motion.transitions++
      return start.apply(this, args)
    }
  })
  return () => page.evaluate(() => (window as unknown as { motion: { faded: string[]; transitions: number } }).motion)
}

test('pictures load as they come into view, in space reserved for them, and transition smoothly to the vehicle page', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const motion = await countMotion(page)
  const loaded = new Set<string>()
  page.on('request', (request) => {
    if (RENDERED.test(request.url())) loaded.add(new URL(request.url()).pathname)
  })
  await page.setViewportSize(PHONE)
  await page.goto('/vehicles', { waitUntil: 'networkidle' })
  const atFirst = loaded.size
  expect(atFirst).toBeGreaterThan(0)
  expect(atFirst).toBeLessThan(6)

  const last = page.getByRole('article').last()
  const room = () => last.boundingBox().then((box) => box?.height)
  const height = await room()
  await last.scrollIntoViewIfNeeded()
  await expect(last.locator('picture img')).toHaveJSProperty('complete', true)

  expect(loaded.size).toBeGreaterThan(atFirst)
  expect(await room()).toBe(height)
  const shown = await last.locator('picture img').evaluate((image: HTMLImageElement) => image.currentSrc)
  await expect.poll(async () => (await motion()).faded).toContain(shown)

  const picture = last.locator('.vehicle-card-picture')
  await picture.evaluate((element) => Object.assign(window, { left: element }))
  await last.getByRole('heading').getByRole('link').click()
  const stage = page.locator('.gallery-stage')
  await expect(stage).toBeVisible()
  const transitionName = await page.evaluate(
    () => (window as unknown as { left: HTMLElement }).left.style.viewTransitionName,
  )
  await expect(stage).toHaveCSS('view-transition-name', transitionName)
  expect((await motion()).transitions).toBe(1)

  // A picture that has been seen once appears immediately.
  await page.getByRole('link', { name: 'Back to Vehicles' }).click()
  await expect(last.locator('picture img')).toHaveJSProperty('complete', true)
  expect((await motion()).faded.filter((picture) => picture === shown)).toHaveLength(1)
})

test(
  'a phone gets small pictures, whatever its pixel density',
  notHosted('a hosted project serves original pictures, because not every plan resizes them'),
  async ({ openElsewhere }) => {
    const page = await openElsewhere({ viewport: PHONE, deviceScaleFactor: 3 })
    const weights: number[] = []
    page.on('response', async (response) => {
      if (RENDERED.test(response.url())) weights.push((await response.body()).length)
    })
    await page.goto('/vehicles', { waitUntil: 'networkidle' })

    expect(weights.length).toBeGreaterThan(0)
    expect(Math.max(...weights)).toBeLessThanOrEqual(40_000)
  },
)

test('a picture that cannot be loaded is replaced by the placeholder', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.route(RENDERED, (route) => route.fulfill({ status: 404 }))
  await page.goto('/vehicles')

  await expect(page.locator('img[src="/placeholder-light.svg"]').first()).toBeVisible()
})

test('pictures are shown without JavaScript', async ({ openElsewhere }) => {
  const page = await openElsewhere({ javaScriptEnabled: false, viewport: DESKTOP })
  await page.goto('/vehicles')

  await expect(page.getByRole('article').last().locator('img[src*="/render/image/"]')).toBeAttached()
})
