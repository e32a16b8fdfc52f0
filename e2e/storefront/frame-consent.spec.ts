import type { Page } from '@playwright/test'
import { findStock } from '../fixtures/stock.ts'
import { DESKTOP, expect, LONG, PHONE, test } from '../fixtures/test.ts'

const A_YEAR_SECONDS = 31_536_000

const banner = (page: Page) => page.getByRole('region', { name: 'Cookie consent' })

const stored = (page: Page) => page.evaluate(() => window.localStorage.getItem('cookie_consent'))

/** Viewport-relative lengths and scroll positions are recomputed in the next frame. */
const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((wake) => requestAnimationFrame(() => requestAnimationFrame(wake))))

async function consentCookie(page: Page) {
  return (await page.context().cookies()).find(({ name }) => name === 'cookie_consent')
}

test('the cookie banner asks until it is answered, and the answer is remembered for a year', async ({ page, site }) => {
  const startAgain = async () => {
    await page.context().clearCookies()
    await page.evaluate(() => {
      window.localStorage.clear()
      window.sessionStorage.clear()
    })
    await page.reload()
  }
  await page.goto('/about')

  await test.step('the keyboard reaches the banner right after the skip link', async () => {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(banner(page).getByRole('link', { name: 'Learn More' })).toBeFocused()
  })

  await test.step('a banner closed without an answer stays hidden for this visit and does not count as consent', async () => {
    await banner(page).getByRole('button', { name: 'Close cookie banner' }).click()
    await expect(banner(page)).toBeHidden()
    expect(await stored(page)).toBeNull()
    expect(await consentCookie(page)).toBeUndefined()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(banner(page)).toBeHidden()
  })

  for (const [button, answer] of [
    ['Accept All', 'accepted'],
    ['Decline Non-Essential', 'declined'],
  ] as const) {
    await test.step(`${button} is remembered as ${answer} for a year`, async () => {
      await startAgain()
      await banner(page).getByRole('button', { name: button }).click()
      await expect(banner(page)).toBeHidden()
      expect(await stored(page)).toBe(answer)
      const cookie = await consentCookie(page)
      expect(cookie?.value).toBe(answer)
      expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - A_YEAR_SECONDS)).toBeLessThan(60)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(banner(page)).toBeHidden()
    })
  }

  await test.step('Learn More opens the cookie policy and does not count as an answer', async () => {
    await startAgain()
    await banner(page).getByRole('link', { name: 'Learn More' }).click()
    await expect(page).toHaveURL('/cookie-policy')
    await expect(banner(page)).toBeVisible()
    expect(await stored(page)).toBeNull()
  })

  await test.step('a visitor can change their cookie choice on the cookie policy page', async () => {
    await page.getByRole('button', { name: 'Allow third-party content' }).click()
    await expect(page.getByText('You’ve allowed third-party content.')).toBeVisible()
    expect(await stored(page)).toBe('accepted')
    await expect(banner(page)).toBeHidden()
    await page.getByRole('button', { name: 'Essential only' }).click()
    expect(await stored(page)).toBe('declined')
  })

  await test.step('consent stored only in the cookie counts as an answer', async () => {
    await startAgain()
    await page.context().addCookies([{ name: 'cookie_consent', value: 'declined', url: site.url }])
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(banner(page)).toBeHidden()
  })
})

test('the cookie policy lists everything that the site stores in a browser', async ({ page, createCustomer }) => {
  const customer = await createCustomer()
  await page.goto('/cookie-policy')
  const names = await page
    .getByRole('region', { name: 'What we store in your browser' })
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('td')?.textContent ?? ''))
  const isNamed = (key: string) =>
    names.some((name) => (name.endsWith('…') ? key.startsWith(name.slice(0, -1)) : name === key))
  await banner(page).getByRole('button', { name: 'Close cookie banner' }).click()
  await page.goto('/vehicles')
  await page
    .getByRole('button', { name: /^Save / })
    .first()
    .click()
  await page
    .getByRole('link', { name: /^View Details/ })
    .first()
    .click()
  await page
    .getByRole('link', { name: /Back to Vehicles/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/vehicles/)
  await page.goto('/contact')
  await page.getByLabel('Name').fill('Rosa')
  await page.goto('/cookie-policy')
  await page.getByRole('button', { name: 'Essential only' }).click()
  await page.goto('/auth')
  await page.getByRole('form', { name: 'Login' }).getByLabel('Email').fill(customer.email)
  await page.getByRole('form', { name: 'Login' }).getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  const stored = await page.evaluate(() => [...Object.keys(window.localStorage), ...Object.keys(window.sessionStorage)])
  stored.push(...(await page.context().cookies()).map(({ name }) => name))

  expect(stored.length).toBeGreaterThan(5)
  expect(stored.filter((key) => !isNamed(key))).toEqual([])
})

const SIZES = ['320x568', '360x640', '390x844', '768x1024', '844x390', '1024x768', '1280x720', '1366x657', '1440x900']

// The appearance at other sizes is checked before a release, as in e2e/looks.
test(
  'at no screen size does the cookie banner cover a page’s first action or the keyboard’s focus',
  LONG,
  async ({ page, rest }) => {
    const vehicle = await findStock(rest, 'sold=is.false')
    const covered: string[] = []
    const check = async (name: string, selector: string) => {
      const isCovered = await page.evaluate((selector) => {
        const [over, under] = ['.cookie-banner', selector].map((each) => {
          const shown = [...document.querySelectorAll(each)].find((element) => element.getClientRects().length > 0)
          if (!shown) throw new Error(`${each} is not shown`)
          return shown.getBoundingClientRect()
        }) as [DOMRect, DOMRect]
        return under.left < over.right && under.right > over.left && under.top < over.bottom && under.bottom > over.top
      }, selector)
      if (isCovered) covered.push(name)
    }
    for (const [path, action] of [
      ['/', '.hero-actions > a'],
      [`/vehicles/${vehicle.id}`, 'main a[href$="/enquiry"]'],
      ['/saved-vehicles', 'main a[href="/vehicles"]'],
      ['/forgot-password', 'main input'],
    ] as const) {
      await page.goto(path)
      await expect(banner(page)).toBeVisible()
      await expect(page.locator(action).first()).toBeAttached()
      for (const size of SIZES) {
        const [width, height] = size.split('x').map(Number) as [number, number]
        await page.setViewportSize({ width, height })
        await nextFrame(page)
        await check(`${path} at ${size}`, action)
      }
    }
    expect(covered).toEqual([])

    await page.goto('/')
    for (const width of [768, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      const { tops, scrollWidth } = await page.locator('.header-line').evaluate((line) => ({
        tops: [...line.querySelectorAll('p')].map((part) => Math.round(part.getBoundingClientRect().top)),
        scrollWidth: line.scrollWidth,
      }))
      expect(Math.max(...tops) - Math.min(...tops), `the top line at ${width} px is one line`).toBeLessThan(8)
      expect(scrollWidth).toBe(width)
    }
    await page.setViewportSize({ width: 1366, height: 657 })
    await page.getByRole('link', { name: 'View Collection' }).focus()
    for (let stop = 0; stop < 12; stop++) {
      await page.keyboard.press('Tab')
      await nextFrame(page)
      const name = await page.evaluate(() => document.activeElement?.textContent)
      await check(`the focus on ${name}`, ':focus')
    }
    expect(covered).toEqual([])
  },
)

for (const viewport of [PHONE, DESKTOP]) {
  const details = viewport === DESKTOP ? LONG : {}
  test(`at ${viewport.width} px a toast and the banner do not cover each other`, details, async ({ page }) => {
    await page.setViewportSize(viewport)
    await page.goto('/vehicles')
    await expect(banner(page)).toBeVisible()
    await page
      .getByRole('button', { name: /^Save / })
      .first()
      .click()
    // The positions are measured in the page as soon as the toast has stopped sliding, because the toast would be gone
    // before Playwright could measure it.
    const places = await page.waitForFunction(() => {
      const [toast, banner] = [
        document.querySelector('[data-sonner-toast][data-mounted=true]'),
        document.querySelector('.cookie-banner'),
      ]
      if (!toast?.textContent?.includes('Vehicle saved successfully') || !banner) return null
      if (document.getAnimations().some(({ playState }) => playState === 'running')) return null
      return { upper: toast.getBoundingClientRect().toJSON(), lower: banner.getBoundingClientRect().toJSON() }
    })
    const { upper, lower } = (await places.jsonValue()) as Record<'upper' | 'lower', DOMRect>
    const isBeside = upper.x >= lower.x + lower.width
    const isAbove = upper.y + upper.height <= lower.y
    expect(isBeside || isAbove).toBe(true)
  })
}

test('at most three toasts, each 356 px wide, are shown at the bottom right', LONG, async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/vehicles')
  await banner(page).getByRole('button', { name: 'Accept All' }).click()
  const hearts = page.getByRole('button', { name: /^Save / })
  const toasts = page.locator('[data-sonner-toast]')
  await hearts.first().click()
  // Toasts stay while the pointer is over them.
  await toasts.first().hover()
  for (const heart of (await hearts.all()).slice(0, 3)) await heart.evaluate((element: HTMLElement) => element.click())
  await expect(toasts).toHaveCount(4)

  await expect(page.locator('[data-sonner-toast][data-visible=true]')).toHaveCount(3)
  const box = await toasts.first().boundingBox()
  expect(box?.width).toBe(356)
  expect((box?.x ?? 0) + 356).toBeGreaterThan(DESKTOP.width - 40)
  await expect
    .poll(async () => {
      const [lower, upper] = [await toasts.nth(0).boundingBox(), await toasts.nth(1).boundingBox()]
      return lower && upper && Math.round(lower.y - upper.y - upper.height)
    })
    .toBe(14)
  await page.mouse.move(0, 0)
  await expect(toasts).toHaveCount(0)
})
