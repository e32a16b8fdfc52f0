// Scripts start late, on the first interaction. What the visitor does before they have loaded shows at once and acts
// once.
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { logIn, loginForm } from '../account/forms.ts'
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
      // The slideshow has a pause button only if it moves.
      const motion = { reducedMotion: 'no-preference' } as const
      const context = await browser.newContext({ baseURL: site.url, ...motion, ...(isPhone && PHONE) })
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
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()
const firstHeart = (page: Page) => button(page, /^Save /)
const pressedIn = (page: Page) => page.locator('[data-pressed]')

async function expectPressed(control: Locator): Promise<void> {
  await expect(control).toHaveAttribute('aria-busy', 'true')
  await expect(control).not.toHaveCSS('opacity', '1')
}

test('on the list, the first tap on each control shows at once and acts once, and a second tap does not undo it', async ({
  openHeld,
}) => {
  const { page, context, release } = await openHeld('/vehicles', { isPhone: true, hasConsent: false })
  await expect(page.locator('link[rel=modulepreload]')).toHaveCount(0)

  for (const control of [firstHeart(page), button(page, 'Accept All'), button(page, 'Filters')]) {
    await control.tap()
    await expectPressed(control)
  }
  await firstHeart(page).tap()
  await expect(page.locator('html[data-hydrated]')).toHaveCount(0)
  await release()

  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
  await expect(page.locator('html[data-consent=accepted]')).toBeAttached()
  await expect(page.locator('.save-heart[aria-pressed=true]')).toHaveCount(1)
  expect(await savedIn(page)).toBe(1)
  await expect(pressedIn(page)).toHaveCount(0)

  // Until the scripts run, the heart of a saved vehicle looks empty.
  const again = await context.newPage()
  const releaseAgain = await holdBack(again, SCRIPTS)
  await again.goto('/vehicles', { waitUntil: 'domcontentloaded' })
  await firstHeart(again).tap()
  releaseAgain()
  await expect(firstHeart(again)).toHaveAttribute('aria-pressed', 'true')
  await expect(pressedIn(again)).toHaveCount(0)
  expect(await savedIn(again)).toBe(1)
})

test('on a vehicle’s page, the first tap on its photograph and its heart shows at once and acts once', async ({
  openHeld,
  rest,
}) => {
  const { page, release } = await openHeld(await vehiclePage(rest), { isPhone: true })
  const photograph = page.locator('.gallery-slide a')

  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Back to Vehicles' }).tap()
  await expect(page.getByText('You’re offline, so we’ve kept this page open.')).toBeVisible()
  await expect(pressedIn(page)).toHaveCount(0)
  await page.context().setOffline(false)

  await page.getByRole('link', { name: 'Show picture 3' }).tap()
  await expect(photograph.nth(2)).toBeInViewport()
  const heart = button(page, 'Save')
  await heart.tap()
  await heart.tap()
  await expectPressed(heart)
  await photograph.nth(2).tap()
  await expectPressed(photograph.nth(2))
  await release()

  const pictures = page.getByRole('dialog', { name: /^Pictures of/ })
  await expect(pictures).toBeVisible()
  await expect(pressedIn(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(button(page, 'Saved')).toHaveAttribute('aria-pressed', 'true')
  expect(await savedIn(page)).toBe(1)
})

test('on a vehicle’s page, Enter on "Next picture" before the scripts have loaded moves by one picture', async ({
  openHeld,
  rest,
}) => {
  const { page, release } = await openHeld(await vehiclePage(rest))
  const next = button(page, 'Next picture')

  await next.press('Enter')
  await next.press('Enter')
  await expectPressed(next)
  await release()

  await expect(page.getByRole('link', { name: 'Show picture 2' })).toHaveAttribute('aria-current', 'true')
})

test('on the home page, the first tap on the slideshow’s buttons and on the menu acts', async ({ openHeld }) => {
  const { page, release } = await openHeld('/', { isPhone: true })
  const controls = ['Show picture 2 of 3', 'Pause slideshow', 'Menu']

  for (const name of controls) await button(page, name).tap()
  for (const name of controls) await expectPressed(button(page, name))
  await release()

  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Play slideshow')).toBeVisible()
  await expect(button(page, 'Show picture 2 of 3')).toHaveAttribute('aria-current', 'true')
})

test('filters, a search and the sort order entered before the scripts have loaded act', async ({ openHeld, rest }) => {
  const { make } = await findStock(rest, 'sold=is.false')
  const { page, release } = await openHeld('/vehicles')

  await page.getByLabel('Make', { exact: true }).selectOption(make)
  await page.getByLabel('Maximum price').fill('90000')
  await page.getByRole('searchbox').fill(make)
  await page.getByLabel('Sort vehicles').selectOption('price_asc')
  await release()

  for (const [name, value] of Object.entries({ sort: 'price_asc', make, q: make, maxPrice: '90000' })) {
    await expect(page).toHaveURL((url) => url.searchParams.get(name) === value)
  }
})

test('questions, links and searches do not wait for the scripts, and a login sent early is sent once', async ({
  openHeld,
  createCustomer,
}) => {
  const customer = await createCustomer()
  const { page, release } = await openHeld('/faq')

  const question = page.getByRole('main').locator('details').nth(1)
  await question.locator('summary').click()
  await expect(question).toHaveAttribute('open')

  await page.goto('/vehicles', { waitUntil: 'domcontentloaded' })
  await page.getByRole('searchbox').fill('porsche')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/q=porsche/)

  await page.getByRole('banner').getByRole('link', { name: 'LOGIN' }).click()
  await expect(page).toHaveURL('/auth')
  let requests = 0
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/token')) requests++
  })
  await logIn(page, customer)
  const signIn = loginForm(page).getByRole('button', { name: 'Sign In' })
  await signIn.click()
  await expectPressed(signIn)
  await expect(page).toHaveURL('/auth')
  await release()

  await expect(page).toHaveURL('/dashboard')
  expect(requests).toBe(1)
})

test('a message written and sent before the scripts have loaded is sent once', async ({ openHeld, rest }) => {
  const { page, release } = await openHeld('/contact')
  const visitor = newVisitor()
  const send = button(page, 'Send message')

  await fillDetails(page, visitor)
  await page.getByLabel('Message').fill('Hello')
  await send.click()
  await send.click()
  await expectPressed(send)
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
  await expect(pressedIn(page)).toHaveCount(0)
  await expect(firstHeart(page)).toHaveAttribute('aria-pressed', 'false')

  await page.unroute(SCRIPTS)
  await firstHeart(page).click()
  await release()
  await expect(firstHeart(page)).toHaveAttribute('aria-pressed', 'true')
})

test('if the scripts cannot be loaded, a photograph opens as a plain picture', async ({ openHeld, rest }) => {
  const { page } = await openHeld(await vehiclePage(rest))
  await page.route(SCRIPTS, (route) => route.abort())
  await page.unroute('**/storage/v1/render/**')
  await page.evaluate(() => {
    addEventListener('forecourt:failed', () => document.documentElement.setAttribute('data-failed', ''))
  })
  await page.mouse.wheel(0, 1)
  await expect(page.locator('html[data-failed]')).toBeAttached()

  await page.locator('.gallery-slide a').first().click()

  await expect(page).toHaveURL(/\/storage\/v1\/render\/image\//)
})
