// Scripts start late, on the first interaction. What the visitor does before they have loaded shows at once and acts
// once.
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { holdBack } from '../fixtures/hold-back.ts'
import { findStock } from '../fixtures/stock.ts'
import { test as base, expect } from '../fixtures/test.ts'
import { fillDetails, newVisitor } from './lead.ts'

const SCRIPTS = '**/assets/*.js'
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

interface Held {
  page: Page
  context: BrowserContext
  /** Lets the scripts load, and waits until the page is hydrated. */
  release(): Promise<void>
}

const test = base.extend<{
  openHeld(path: string, options?: { isPhone?: boolean; hasConsent?: boolean }): Promise<Held>
}>({
  /** Opens a page whose scripts are held back. */
  openHeld: async ({ browser, site }, use) => {
    const opened: BrowserContext[] = []
    const errors: string[] = []
    await use(async (path, { isPhone = false, hasConsent = true } = {}) => {
      const context = await browser.newContext({ baseURL: site.url, ...(isPhone && PHONE) })
      opened.push(context)
      if (hasConsent) await context.addCookies([{ name: 'cookie_consent', value: 'declined', url: site.url }])
      const page = await context.newPage()
      page.on('pageerror', (error) => errors.push(String(error)))
      const releaseScripts = await holdBack(page, SCRIPTS)
      // While its pictures are held back, the page never finishes loading, so the scripts do not start after the idle
      // time.
      const releasePictures = await holdBack(page, '**/storage/v1/render/**')
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      const release = async () => {
        releaseScripts()
        releasePictures()
        await expect(page.locator('html[data-hydrated]')).toBeAttached()
      }
      return { page, context, release }
    })
    for (const context of opened) await context.close()
    expect(errors, 'uncaught errors in the page').toEqual([])
  },
})

const vehiclePage = async (rest: Parameters<typeof findStock>[0]) =>
  `/vehicles/${(await findStock(rest, 'sold=is.false')).id}`
const savedIn = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('saved_vehicles') ?? '[]').length)
const firstHeart = (page: Page) => page.getByRole('button', { name: /^Save / }).first()

test('scripts wait for an interaction, and presses and input from before they run are replayed', async ({
  openHeld,
}) => {
  const { page, release } = await openHeld('/vehicles')
  await expect(page.locator('link[rel=modulepreload]')).toHaveCount(0)

  await firstHeart(page).click()
  await page.getByRole('searchbox').fill('porsche')
  await expect(page.locator('html[data-hydrated]')).toHaveCount(0)
  await release()

  await expect(firstHeart(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('searchbox')).toHaveValue('porsche')
  // Unlike the field, the count on the button comes from React's state.
  await expect(page.getByRole('button', { name: /^Search \(\d+\)$/ })).toBeVisible()
})

test('the first tap on a photograph opens the gallery', async ({ openHeld, rest }) => {
  const { page, release } = await openHeld(await vehiclePage(rest), { isPhone: true })

  await page.locator('.gallery-slide').first().tap()
  await expect(page.locator('.gallery-slide [data-pressed]')).toHaveCount(1)
  await release()

  await expect(page.getByRole('dialog', { name: /^Pictures of/ })).toBeVisible()
  await expect(page.locator('[data-pressed]')).toHaveCount(0)
})

test('a second, impatient tap on a heart does not undo the first', async ({ openHeld }) => {
  const { page, release } = await openHeld('/vehicles', { isPhone: true })

  await firstHeart(page).tap()
  await firstHeart(page).tap()
  await release()

  await expect(firstHeart(page)).toHaveAttribute('aria-pressed', 'true')
  expect(await savedIn(page)).toBe(1)
  await firstHeart(page).tap()
  await expect(firstHeart(page)).toHaveAttribute('aria-pressed', 'false')
})

test('the heart of a saved vehicle, pressed before it shows that, keeps the vehicle saved', async ({ openHeld }) => {
  const first = await openHeld('/vehicles')
  await firstHeart(first.page).click()
  await first.release()
  await expect(firstHeart(first.page)).toHaveAttribute('aria-pressed', 'true')

  const page = await first.context.newPage()
  const release = await holdBack(page, SCRIPTS)
  await page.goto('/vehicles', { waitUntil: 'domcontentloaded' })
  await firstHeart(page).click()
  release()

  await expect(firstHeart(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('[data-pressed]')).toHaveCount(0)
  expect(await savedIn(page)).toBe(1)
})

const CONTROLS: { name: string; path: string; control: string; result: (page: Page) => Locator }[] = [
  { name: 'the menu', path: '/', control: 'Menu', result: (page) => page.getByRole('dialog', { name: 'Menu' }) },
  {
    name: 'the slideshow’s second picture',
    path: '/',
    control: 'Show picture 2 of 3',
    result: (page) => page.locator('.hero-dot[aria-current=true]:nth-child(2)'),
  },
  {
    name: 'the filters',
    path: '/vehicles',
    control: 'Filters',
    result: (page) => page.getByRole('dialog', { name: 'Filters' }),
  },
  {
    name: 'Accept All',
    path: '/faq',
    control: 'Accept All',
    result: (page) => page.locator('html[data-consent=accepted]'),
  },
]

for (const { name, path, control, result } of CONTROLS) {
  test(`the first tap on ${name} shows before the scripts have loaded, and then acts`, async ({ openHeld }) => {
    const { page, release } = await openHeld(path, { isPhone: true, hasConsent: control !== 'Accept All' })
    const button = page.getByRole('button', { name: control, exact: true })

    await button.tap()
    await expect(button).toHaveAttribute('data-pressed')
    await expect(button).not.toHaveCSS('opacity', '1')
    await release()

    await expect(result(page)).toBeAttached()
    await expect(page.locator('[data-pressed]')).toHaveCount(0)
  })
}

test('filters and the sort order chosen before the scripts have loaded act', async ({ openHeld, rest }) => {
  const { make } = await findStock(rest, 'sold=is.false')
  const { page, release } = await openHeld('/vehicles')

  await page.getByLabel('Make', { exact: true }).selectOption(make)
  await page.getByLabel('Maximum price').fill('90000')
  await page.getByLabel('Sort vehicles').selectOption('price_asc')
  await release()

  await expect(page).toHaveURL(/sort=price_asc/)
  await page.getByRole('button', { name: /^Search \(\d+\)$/ }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get('make') === make)
  await expect(page).toHaveURL(/maxPrice=90000/)
})

test('a search does not wait for the scripts', async ({ openHeld }) => {
  const { page } = await openHeld('/vehicles')

  await page.getByRole('searchbox').fill('porsche')
  await page.getByRole('searchbox').press('Enter')

  await expect(page).toHaveURL(/q=porsche/)
})

test('a message written and sent before the scripts have loaded is sent once', async ({ openHeld, rest }) => {
  const { page, release } = await openHeld('/contact')
  const visitor = newVisitor()
  const send = page.getByRole('button', { name: 'Send message' })

  await fillDetails(page, visitor)
  await page.getByLabel('Message').fill('Hello')
  await send.click()
  await send.click()
  await expect(send).toHaveAttribute('data-pressed')
  await expect(page).toHaveURL('/contact')
  await release()

  await expect(page.getByRole('status').filter({ hasText: /sent/i })).toBeVisible()
  expect(await rest(`contact_messages?email=eq.${visitor.email}`)).toHaveLength(1)
})

test('a tab pressed before the scripts have loaded opens', async ({ openHeld, rest }) => {
  const { page, release } = await openHeld(`${await vehiclePage(rest)}/test-drive`)

  await page.getByRole('tab', { name: 'Schedule' }).click()
  await release()

  await expect(page.getByRole('tab', { name: 'Schedule' })).toHaveAttribute('aria-selected', 'true')
})

test('if the scripts cannot be loaded, a pressed control returns to normal, and the next press loads them', async ({
  openHeld,
}) => {
  const { page, release } = await openHeld('/vehicles')
  await page.route(SCRIPTS, (route) => route.abort())

  await firstHeart(page).click()
  await expect(page.locator('[data-pressed]')).toHaveCount(0)
  await expect(firstHeart(page)).toHaveAttribute('aria-pressed', 'false')

  await page.unroute(SCRIPTS)
  await firstHeart(page).click()
  await release()
  await expect(firstHeart(page)).toHaveAttribute('aria-pressed', 'true')
})

test('if the scripts cannot be loaded, a photograph opens as a plain picture', async ({ openHeld, rest }) => {
  const { page } = await openHeld(await vehiclePage(rest))
  await page.route(SCRIPTS, (route) => route.abort())
  const photograph = page.locator('.gallery-slide a').first()

  await photograph.click()
  await expect(page.locator('[data-pressed]')).toHaveCount(0)
  await page.unroute('**/storage/v1/render/**')
  await photograph.click()

  await expect(page).toHaveURL(/\/storage\/v1\/render\/image\//)
})
