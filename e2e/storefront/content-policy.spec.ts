// The content security policy of every kind of page. Violations are not tested here: the `page` fixture fails any test
// in which a page violates its policy, and `e2e/looks` opens every screen, including the forms, where the schema
// library could use eval.
import type { Page } from '@playwright/test'
import { findStock } from '../fixtures/stock.ts'
import { expect, LONG, test } from '../fixtures/test.ts'

const HASHES = /script-src 'self'( 'sha256-[\w+/]{43}=')+[; ]/

test('every page has a content security policy that allows only its own scripts', async ({ request, rest }) => {
  const vehicle = await findStock(rest, 'sold=is.false')
  const ofVehicle = ['', '/enquiry', '/test-drive'].map((form) => `/vehicles/${vehicle.id}${form}`)
  for (const path of ['/', '/vehicles', ...ofVehicle, '/contact', '/auth', '/nothing-here', '/admin/vehicles']) {
    const response = await request.get(path)
    const policy = response.headers()['content-security-policy']

    expect(policy, path).toMatch(HASHES)
    expect(policy, path).not.toMatch(/script-src[^;]*(unsafe|nonce)/)
    expect(await response.text(), path).not.toContain('nonce=')
  }
})

// Every other test fails too if one of its pages does not hydrate or violates its policy.
test('every kind of page hydrates under its content security policy', LONG, async ({ page, rest, signIn, admin }) => {
  const vehicle = await findStock(rest, 'sold=is.false')
  const ofVehicle = ['', '/enquiry', '/test-drive'].map((form) => `/vehicles/${vehicle.id}${form}`)
  await expectHydrated(page, ['/', '/vehicles', ...ofVehicle, '/contact', '/saved-vehicles', '/privacy-policy'])
  await expectHydrated(page, ['/auth', '/forgot-password', '/dashboard', '/nothing-here', '/vehicles/nothing-here'])
  await signIn(page, admin)
  await expectHydrated(page, ['/admin/dashboard', '/admin/vehicles', '/admin/settings', '/admin/nothing-here'])
})

/** Any violation would make the `page` fixture fail the test. */
async function expectHydrated(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.locator('html[data-hydrated]'), path).toBeAttached()
  }
}

/** A script that records that it ran. */
const script = (attributes: string, name: string) =>
  `<script${attributes}>document.documentElement.dataset.ran = '${name}'</script>`

test('an injected script does not run, even with attributes copied from another visitor’s page', async ({
  browser,
  site,
}) => {
  const seen = await fetch(`${site.url}/vehicles`)
  // What an attacker can learn from their own copy of the page: the attributes of its scripts.
  const marks = [...(await seen.text()).matchAll(/<script([^>]*)>/g)].map(([, attributes = '']) => attributes)
  const copied = marks.filter((attributes) => !attributes.includes('type=')).map((mark, n) => script(mark, `copy ${n}`))
  const guessed = [
    script(' nonce="guess"', 'guess'),
    '<img src="/none.png" onerror="document.documentElement.dataset.ran=1">',
  ]
  // The late-start script runs the first waiting script, which is this one.
  const late = script(' type="text/late"', 'late')
  expect(copied.length).toBeGreaterThanOrEqual(3)

  for (const injected of [copied.join('') + guessed.join(''), late]) {
    const context = await browser.newContext({ baseURL: site.url })
    const page = await context.newPage()
    const refused: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text())
    })
    await page.route(`${site.url}/vehicles`, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('<body>', `<body><div hidden>${injected}</div>`)
      await route.fulfill({ response, body })
    })

    const response = await page.goto('/vehicles')
    expect(response?.headers()['content-security-policy']).toBe(seen.headers.get('content-security-policy'))
    await page.evaluate(() => window.dispatchEvent(new Event('wheel')))

    await expect
      .poll(() => refused.length)
      .toBeGreaterThanOrEqual(injected === late ? 1 : copied.length + guessed.length)
    if (injected !== late) await expect(page.locator('html[data-hydrated]')).toBeAttached()
    await expect(page.locator('html')).not.toHaveAttribute('data-ran')
    await context.close()
  }
})
