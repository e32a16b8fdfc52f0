import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

const PAGES = [
  { path: '/about', title: 'About Us', heading: 'A family business that sells cars it would keep' },
  { path: '/faq', title: 'Frequently asked questions', heading: 'Frequently asked questions' },
  { path: '/privacy-policy', title: 'Privacy Policy', heading: 'Privacy Policy' },
  { path: '/terms-of-service', title: 'Terms of Service', heading: 'Terms of Service' },
  { path: '/cookie-policy', title: 'Cookie Policy', heading: 'Cookie Policy' },
] as const

async function schemas(page: Page): Promise<Record<string, unknown>[]> {
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  return blocks.map((block) => JSON.parse(block))
}

test('a legal page links to the third-party notices, which are served as text', async ({ request }) => {
  const legal = await request.get('/terms-of-service')
  expect(await legal.text()).toContain('href="/third-party-notices"')

  const notices = await request.get('/third-party-notices')

  expect(notices.headers()['content-type']).toBe('text/plain; charset=utf-8')
  expect(await notices.text()).toMatch(/SIL OPEN FONT LICENSE[\s\S]*GNU LESSER GENERAL PUBLIC LICENSE/)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every information page has a title, a heading and structured data, and its links work', async ({
    page,
    site,
  }) => {
    for (const { path, title, heading } of PAGES) {
      const response = await page.goto(path)

      expect(response?.status()).toBe(200)
      await expect(page).toHaveTitle(`${title} | Halden & Rowe Motor Cars`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site.url}${path}`)
      await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /^http.*\.jpg$/)
      await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{50,}/)
      const dealer = (await schemas(page)).find((schema) => schema['@type'] === 'AutoDealer')
      expect(dealer, path).toMatchObject({
        name: 'Halden & Rowe Motor Cars',
        address: { postalCode: 'PE1 5BA', addressLocality: 'Peterborough' },
        openingHoursSpecification: [{ opens: '09:00', closes: '18:00' }, { closes: '16:00' }],
      })
      await expect(page.getByRole('region', { name: 'Cookie consent' })).toBeHidden()
      await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
    }
  })

  test('the about page shows the four figures and what customers can count on, and the FAQ has structured data', async ({
    page,
  }) => {
    await page.goto('/about')
    for (const figure of ['20+', '5000+', '4500+', '100%']) await expect(page.getByText(figure)).toBeVisible()
    for (const offer of ['6 month warranty', 'Financing', 'Part exchange', 'After-sales support']) {
      await expect(page.getByRole('heading', { name: offer })).toBeVisible()
    }
    await page.goto('/faq')
    const faq = (await schemas(page)).find((schema) => schema['@type'] === 'FAQPage')
    expect(faq?.mainEntity).toHaveLength(7)
  })

  test('each legal page is dated today and names the business', async ({ page }) => {
    const today = new Date().toLocaleDateString('en-GB', { timeZone: 'Europe/London' })
    for (const { path } of PAGES.slice(2)) {
      await page.goto(path)
      await expect(page.getByText(`Last updated: ${today}`), path).toBeVisible()
      const details = page.getByRole('region', { name: 'Business details' })
      await expect(details.getByText('Halden & Rowe Motor Cars')).toBeVisible()
      await expect(details.getByText('PE1 5BA')).toBeVisible()
      await expect(details.getByText('Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm')).toBeVisible()
      await expect(details.getByRole('link', { name: 'sales@haldenrowe.example' })).toBeVisible()
    }
  })
})

test('a form sent to a page that does not accept forms is refused with an explanation', async ({ page, site }) => {
  for (const path of ['/', '/admin']) {
    const answer = await page.request.post(site.url + path)
    expect(answer.status()).toBe(405)
    expect(await answer.text()).toContain('This page doesn’t accept form submissions.')
  }
})

test('the FAQ has seven questions and opens one answer at a time, by mouse or by keyboard', async ({ page, rest }) => {
  const set = (value: string) =>
    rest('config?key=eq.COMPANY_PHONE', { method: 'PATCH', body: JSON.stringify({ value }) })
  await set('')
  await page.goto('/faq')
  const questions = page.getByRole('main').locator('summary')
  await expect(questions).toHaveCount(7)
  await expect(page.getByText('Hire purchase and personal contract purchase')).toBeHidden()

  await questions.nth(1).focus()
  await page.keyboard.press('Enter')

  await expect(page.getByText('Hire purchase and personal contract purchase')).toBeVisible()
  await expect(page.getByText('Used cars that we would be glad to own')).toBeHidden()
  await expect(page.getByRole('main').getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact')

  await test.step('there is no call link without a phone number', () =>
    expect(page.locator('a[href^="tel:"]')).toHaveCount(0))
  await set('01632 960142')
})
