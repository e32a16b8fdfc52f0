import { DESKTOP, expect, PHONE, test } from '../fixtures/test.ts'

const ADDRESS = '14 Lincoln Road, Peterborough, PE1 5BA'
const HEADER_LINKS = [
  ['HOME', '/'],
  ['VEHICLES', '/vehicles'],
  ['ABOUT US', '/about'],
  ['CONTACT', '/contact'],
  ['FAQ', '/faq'],
] as const

test.describe('on a desktop', () => {
  test.use({ viewport: DESKTOP })

  test('the header shows the dealer’s details and links to every page, and DASHBOARD and LOGOUT to a signed-in user', async ({
    page,
    signIn,
    createCustomer,
  }) => {
    await page.goto('/about')
    const header = page.getByRole('banner')
    await expect(header.getByText('Halden & Rowe Motor Cars')).toBeVisible()
    await expect(header.getByText(ADDRESS)).toBeVisible()
    await expect(header.getByText('Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm')).toBeVisible()
    await expect(header.getByRole('link', { name: 'sales@haldenrowe.example' })).toBeVisible()
    await expect(header.getByRole('link', { name: 'admin@haldenrowe.example' })).toBeVisible()
    for (const [name, path] of HEADER_LINKS) {
      await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
    }
    await expect(header.getByRole('link', { name: 'LOGIN' })).toHaveAttribute('href', '/auth')
    await expect(header.getByRole('link', { name: 'DASHBOARD' })).toBeHidden()
    await expect(header.getByRole('button', { name: 'LOGOUT' })).toBeHidden()

    await signIn(page, await createCustomer())
    await page.reload()
    await expect(header.getByRole('link', { name: 'DASHBOARD' })).toBeVisible()
    await expect(header.getByRole('link', { name: 'LOGIN' })).toBeHidden()
    await header.getByRole('button', { name: 'LOGOUT' }).click()
    await expect(page).toHaveURL('/')
    await expect(header.getByRole('link', { name: 'LOGIN' })).toBeVisible()
    await expect(header.getByRole('link', { name: 'DASHBOARD' })).toBeHidden()
  })

  test('the HTML is the same for guests and signed-in users, but a signed-in user never briefly sees a guest’s header', async ({
    page,
    signIn,
    createCustomer,
    request,
  }) => {
    await signIn(page, await createCustomer())
    const asGuest = await (await request.get('/about')).text()
    const response = await page.goto('/about', { waitUntil: 'commit' })

    expect(await response?.text()).toBe(asGuest)
    // The inline script in the head sets the attribute before the first paint.
    await expect(page.locator('html')).toHaveAttribute('data-session', 'signed-in')
  })

  test('the header bar stays in place while the line above it scrolls away, and is transparent only over the hero', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1366, height: 657 })
    await page.goto('/')
    const header = page.getByRole('banner')
    await expect(header).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await page.evaluate(() => window.scrollTo(0, window.innerHeight / 2))
    await expect(header).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')

    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service')
    await page.evaluate(() => window.scrollTo(0, 1200))
    await expect(header.getByRole('link', { name: 'VEHICLES', exact: true })).toBeInViewport()
    await expect(header.getByText(ADDRESS)).not.toBeInViewport()

    await test.step('a link in a legal page’s table of contents leads to its section', async () => {
      await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Delivery' }).click()
      await expect(page.getByRole('heading', { name: 'Delivery and collection' })).toBeInViewport()
    })
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })

  test('the menu contains the page links, saved vehicles, login, address and email addresses, and traps focus', async ({
    page,
  }) => {
    await page.goto('/about')
    const opener = page.getByRole('button', { name: 'Menu' })
    await opener.click()
    const panel = page.getByRole('dialog', { name: 'Menu' })

    for (const [name] of HEADER_LINKS) await expect(panel.getByRole('link', { name, exact: true })).toBeVisible()
    await expect(panel.getByRole('link', { name: 'SAVED VEHICLES' })).toHaveAttribute('href', '/saved-vehicles')
    await expect(panel.getByRole('link', { name: 'LOGIN' })).toBeVisible()
    await expect(panel.getByRole('link', { name: 'DASHBOARD' })).toBeHidden()
    await expect(panel.getByText('PE1 5BA')).toBeVisible()
    await expect(panel.getByRole('link', { name: 'sales@haldenrowe.example' })).toBeVisible()
    await expect(panel.getByRole('link', { name: 'admin@haldenrowe.example' })).toBeVisible()

    await test.step('the menu traps focus and returns it on Escape', async () => {
      for (let step = 0; step < 12; step++) {
        await page.keyboard.press('Tab')
        const isOutside = await page.evaluate(() => {
          const { activeElement } = document
          return activeElement !== document.body && !activeElement?.closest('dialog')
        })
        expect(isOutside).toBe(false)
      }
      await page.keyboard.press('Escape')
      await expect(panel).toBeHidden()
      await expect(opener).toBeFocused()
    })

    await test.step('Back closes the menu without leaving the page', async () => {
      await opener.click()
      await expect(panel.getByText('Halden & Rowe Motor Cars')).toBeVisible()
      await page.goBack()
      await expect(panel).toBeHidden()
      await expect(page).toHaveURL('/about')
      await page.goForward()
      await expect(panel).toBeVisible()
    })

    await panel.getByRole('link', { name: 'FAQ' }).click()
    await expect(page).toHaveURL('/faq')
    await expect(panel).toBeHidden()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/family business/)
    await expect(panel).toBeHidden()
  })
})

test('the skip link moves focus to the content, and every page opens at the top and announces its title', async ({
  page,
}) => {
  await page.goto('/about')
  await test.step('the skip link is the first element to receive focus and moves focus to the content', async () => {
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to main content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('opening another page scrolls to the top and announces the new title', async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Frequently asked questions' })).toBeVisible()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page.locator('[aria-live=polite]', { hasText: 'Frequently asked questions' })).toBeAttached()
  })

  await test.step('the footer shows the dealer’s details, links to the pages and the current year', async () => {
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByText('Halden & Rowe Motor Cars', { exact: true })).toBeVisible()
    await expect(footer.getByText('trusted dealership providing quality vehicles since 2024')).toBeVisible()
    for (const name of ['Vehicles', 'Saved Vehicles', 'About Us', 'FAQ']) {
      await expect(footer.getByRole('link', { name, exact: true })).toBeVisible()
    }
    for (const name of ['Privacy Policy', 'Terms of Service', 'Cookie Policy']) {
      await expect(footer.getByRole('link', { name })).toBeVisible()
    }
    await expect(footer.getByRole('link', { name: /Instagram/ })).toBeVisible()
    await expect(footer.getByText('Sat-Sun: 9am-4pm')).toBeVisible()
    await expect(footer.getByText(`© ${new Date().getFullYear()} Halden & Rowe Motor Cars`)).toBeVisible()
  })

  await test.step('going back leads to the previous page, even if the link was followed twice, and to where it was left', async () => {
    const link = (name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true })
    await link('About Us').click()
    await expect(page).toHaveURL('/about')
    await link('FAQ').scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => window.scrollY)
    expect(left).toBeGreaterThan(0)
    await link('FAQ').click()
    await expect(page).toHaveURL('/faq')
    await link('FAQ').click()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('family business')
    expect(await page.evaluate(() => window.scrollY)).toBe(left)
  })

  await test.step('a link pressed while offline keeps the page open and says why', async () => {
    const faq = page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' })
    const notice = page.getByText('You’re offline, so we’ve kept this page open.')
    await page.context().setOffline(true)
    await faq.click()
    await expect(notice).toBeVisible()
    await expect(page).toHaveURL('/about')
    await page.context().setOffline(false)
    await expect(notice).toBeHidden()
    await faq.click()
    await expect(page).toHaveURL('/faq')
  })
})

test('a page that fails keeps the header and the session', async ({ page, admin, signIn }) => {
  await signIn(page, admin)
  // Vehicles without anything but their ids, which are in the query as `in.(...)`.
  await page.route('**/rest/v1/vehicles?**', (route) => {
    const ids = new URL(route.request().url()).searchParams.get('id')?.slice('in.('.length, -1).split(',') ?? []
    return route.fulfill({ json: ids.map((id) => ({ id })) })
  })

  await page.goto('/admin/vehicles')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
  await expect(page.getByRole('banner').getByRole('button', { name: 'LOGOUT' })).toBeVisible()
})

test('error pages hydrate without a mismatch, and an unknown path returns 404 with a link to the home page', async ({
  page,
}) => {
  // React logs a mismatch to the console, which makes the page fixture fail the test.
  for (const path of ['/vehicles/not-a-vehicle', '/%E0%A4%A']) await page.goto(path)
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('Page not found')).toBeVisible()
  await page.getByRole('link', { name: 'Return to home' }).click()
  await expect(page).toHaveURL('/')

  await page.goto('/robots.txt')
  await page.evaluate(() => {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = '/about'
    document.documentElement.append(form)
    form.submit()
  })

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
})

test('a page that cannot be loaded shows an error with the header, the footer and a way to continue', async ({
  page,
}) => {
  await page.goto('/about')
  await page.route('**/*.data*', (route) => route.abort())
  // Uses history navigation, because every page that we link to handles its own failures.
  await page.evaluate(() => {
    window.history.pushState(null, '', '/no/such/page')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
  await expect(page).toHaveTitle(/Something went wrong/)
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.unroute('**/*.data*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Page not found')).toBeVisible()
})
