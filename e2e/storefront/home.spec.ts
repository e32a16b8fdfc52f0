import { holdBack } from '../fixtures/hold-back.ts'
import { expect, test } from '../fixtures/test.ts'

const dot = (n: number) => ({ name: `Show picture ${n} of 3` })

test('the home page is the same at /home, has / as its canonical URL and shows the dealer’s five strengths', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await page.goto('/home')
  // Our own inline script runs under the content security policy.
  await expect(page.locator('html')).toHaveAttribute('data-session', 'guest')
  await expect(page.getByRole('link', { name: 'View Collection' })).toHaveAttribute('href', '/vehicles')
  await expect(page.getByRole('link', { name: 'About Us' }).first()).toHaveAttribute('href', '/about')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/$/)
  const strengths = page.getByRole('region', { name: /hold to their word/ })
  for (const claim of [
    'free 6 month warranty',
    'value and buy customers’ cars',
    'Part exchange is welcome',
    'no concealed fees',
    'delivery across the UK mainland',
  ]) {
    await expect(strengths).toContainText(claim)
  }

  await test.step('the hero does not move if the visitor prefers reduced motion', async () => {
    await page.clock.runFor(11_000)
    await expect(page.getByRole('button', dot(1))).toHaveAttribute('aria-current', 'true')
  })

  await test.step('the home page can be used by keyboard alone', async () => {
    await page.getByRole('link', { name: 'View Collection' }).focus()
    for (const name of ['About Us', 'Show picture 1 of 3', 'Show picture 2 of 3', 'Show picture 3 of 3']) {
      await page.keyboard.press('Tab')
      await expect(page.locator(':focus')).toHaveAccessibleName(name)
    }
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', dot(3))).toHaveAttribute('aria-current', 'true')

    const reached: string[] = []
    for (let step = 0; step < 14; step++) {
      await page.keyboard.press('Tab')
      reached.push((await page.locator(':focus').textContent()) ?? '')
    }
    expect(reached.filter((text) => text.startsWith('View Details'))).toHaveLength(3)
    expect(reached.filter((text) => text.startsWith('Enquire Now'))).toHaveLength(3)
  })

  await test.step('at most three featured vehicles are shown, none of them sold, with a link to all vehicles', async () => {
    const featured = page.getByRole('region', { name: 'Featured Masterpieces' })
    await expect(featured.getByRole('article')).toHaveCount(3)
    await expect(featured.getByText('Sold', { exact: true })).toHaveCount(0)
    await featured.getByRole('link', { name: 'View Complete Collection' }).click()
    await expect(page).toHaveURL(/\/vehicles$/)
  })

  await test.step('the hero’s search box finds vehicles, and is a plain form for visitors without JavaScript', async () => {
    await page.goBack()
    const hero = page.getByRole('region', { name: 'Welcome' })
    await expect(hero.locator('form')).toHaveAttribute('action', '/vehicles')
    await hero.getByPlaceholder('Search by make, model, or keyword...').fill(' porsche')
    await hero.getByRole('button', { name: 'Find' }).click()
    await expect(page).toHaveURL('/vehicles?q=porsche')
    await expect(page.getByRole('article').first()).toContainText('Porsche')
  })
})

test('the hero advances every five seconds, shows a slide when its dot is clicked, and can be paused', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByRole('button', dot(1))).toHaveAttribute('aria-current', 'true')
  for (const next of [2, 3, 1]) {
    await page.clock.runFor(5000)
    await expect(page.getByRole('button', dot(next))).toHaveAttribute('aria-current', 'true')
  }
  await page.getByRole('button', dot(3)).click()
  await expect(page.getByRole('button', dot(3))).toHaveAttribute('aria-current', 'true')

  await test.step('the hero goes on under the pointer, and stops with the pause button', async () => {
    // Any slide may be showing by now.
    const current = page.locator('.hero-dot[aria-current=true]')
    const expectPaused = async () => {
      await expect(page.locator('.hero-fill.is-full')).toHaveCount(1)
      const name = (await current.getAttribute('aria-label')) ?? ''
      await page.clock.runFor(11_000)
      await expect(current).toHaveAttribute('aria-label', name)
    }
    await page.getByRole('button', dot(1)).click()
    await page.getByRole('region', { name: 'Welcome' }).hover()
    await page.clock.runFor(5000)
    await expect(page.getByRole('button', dot(2))).toHaveAttribute('aria-current', 'true')

    await page.getByRole('button', { name: 'Pause slideshow' }).click()
    await expectPaused()
  })
})

test('featured vehicles show a spinner while they load, and a returning visitor sees the hero at once', async ({
  page,
}) => {
  const featured = page.getByRole('region', { name: 'Featured Masterpieces' })
  const openAbout = async () => {
    await page.getByRole('link', { name: 'About Us' }).first().click()
    await expect(page).toHaveURL(/\/about$/)
  }
  await page.goto('/')
  await openAbout()
  const release = await holdBack(page, '**/_root.data*')
  await page.getByRole('link', { name: 'Home page' }).click()
  await expect(featured.getByRole('status')).toBeVisible()
  await expect(page.getByRole('link', { name: 'View Collection' })).toBeVisible()
  release()
  await expect(page.getByRole('article')).toHaveCount(3)

  await test.step('the home page shows no error message and is otherwise complete if featured vehicles cannot be loaded', async () => {
    await openAbout()
    await page.route('**/_root.data*', (route) => route.abort())
    await page.getByRole('link', { name: 'Home page' }).click()
    await expect(page.getByRole('heading', { name: 'Featured Masterpieces' })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    await expect(featured.getByRole('status')).toHaveCount(0)
    await expect(page.getByRole('listitem').filter({ hasText: /fail/i })).toHaveCount(0)
  })
})

test('the Instagram feed shows six placeholders, then six tiles and a link to the profile', async ({ page }) => {
  const release = await holdBack(page, '**/functions/v1/instagram-feed')
  await page.route('**/social/tile-1*', (route) => route.abort())
  await page.goto('/')
  const feed = page.getByRole('region', { name: 'Follow Us on Instagram' })
  await feed.scrollIntoViewIfNeeded()

  await expect(feed.getByRole('list')).toHaveAttribute('aria-busy', 'true')
  await expect(feed.getByRole('listitem')).toHaveCount(6)
  release()

  await expect(feed.getByRole('img')).toHaveCount(6)
  await expect(feed.getByRole('link', { name: /on Instagram$/ })).toHaveAttribute(
    'href',
    /^https:\/\/www\.instagram\.com\/\w/,
  )
  await test.step('the feed shows the placeholder for a picture that cannot be loaded', () =>
    expect(feed.getByRole('img').first()).toHaveAttribute('src', /placeholder/))

  await test.step('the feed shows a message when it cannot be loaded', async () => {
    await page.route('**/functions/v1/instagram-feed', (route) => route.abort())
    await page.reload()
    await feed.scrollIntoViewIfNeeded()
    await expect(page.getByRole('alert')).toHaveText('Failed to load Instagram feed. Please try again later.')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the home page shows its vehicles and links to the list', async ({ page }) => {
    await page.goto('/')

    await expect(page.getByRole('article')).toHaveCount(3)
    await page.getByRole('link', { name: 'View Collection' }).click()

    await expect(page).toHaveURL(/\/vehicles$/)
  })
})
