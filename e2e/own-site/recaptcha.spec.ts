import type { Page } from '@playwright/test'
import { expect, LONG, test } from '../fixtures/test.ts'

test.use({ siteEnv: { CAPTCHA: 'on', RECAPTCHA_SECRET_KEY: 'a secret that Google does not know' } })

const SCRIPT = 'https://www.google.com/recaptcha/**'
const SENT = "Message sent successfully! We'll get back to you soon."
const FAKE_GOOGLE = `window.grecaptcha = {
  ready: (onReady) => onReady(),
  render: (container, options) => { window.widget = options; return 0 },
  execute: () => window.widget.callback('token-from-google'),
  reset: () => {},
}`

/** Shows a puzzle that the visitor closes. */
const PUZZLED_GOOGLE = FAKE_GOOGLE.replace(
  "window.widget.callback('token-from-google')",
  `{
    const puzzle = document.createElement('iframe')
    puzzle.src = 'https://www.google.com/recaptcha/api2/bframe'
    document.body.append(puzzle)
    setTimeout(() => { puzzle.style.visibility = 'hidden' }, 2000)
  }`,
)

test.beforeEach(async ({ rest }) => {
  await rest('config?key=eq.RECAPTCHA_SITE_KEY', { method: 'PATCH', body: JSON.stringify({ value: 'a-site-key' }) })
})

/**
 * With reCAPTCHA configured, the proof of work is eight times as expensive: still quick on a laptop, but slower on a
 * busy test machine.
 */
const PROOF = { timeout: 60_000 }

async function writeToTheDealer(page: Page, consent: 'accepted' | 'declined') {
  await page.goto('/robots.txt')
  await page.evaluate((choice) => window.localStorage.setItem('cookie_consent', choice), consent)
  await page.goto('/contact')
  await page.getByLabel('Name').fill('Rosa Field')
  await page.getByLabel('Email').fill(`rosa-${crypto.randomUUID().slice(0, 8)}@example.com`)
  await page.getByLabel('Phone').fill('07123 456789')
  await page.getByLabel('Message').fill('Do you buy cars?')
  await page.getByRole('button', { name: 'Send message' }).click()
}

test(
  'a visitor who declined cookies can send a message without the browser ever contacting Google',
  LONG,
  async ({ page }) => {
    let asked = 0
    await page.route(SCRIPT, (route) => {
      asked += 1
      return route.abort()
    })

    await writeToTheDealer(page, 'declined')

    await expect(page.getByRole('status').filter({ hasText: SENT })).toBeVisible(PROOF)
    expect(asked).toBe(0)
  },
)

test('a message from a visitor who accepted cookies includes Google’s token', LONG, async ({ page }) => {
  const tokens: string[] = []
  await page.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: FAKE_GOOGLE }))
  await page.route('**/functions/v1/send-email', async (route) => {
    const body = route.request().postDataJSON() as { data: { recaptchaToken: string } }
    tokens.push(body.data.recaptchaToken)
    await route.fulfill({ json: { success: true } })
  })

  await writeToTheDealer(page, 'accepted')

  await expect(page.getByRole('status').filter({ hasText: SENT })).toBeVisible()
  expect(new Set(tokens)).toEqual(new Set(['token-from-google']))
})

// This test runs only in the long tests, because it takes as long as the test with declined cookies, and
// backend/src/captcha/create-captcha.test.ts covers the server side.
test(
  'a visitor whose browser blocks Google can send a message with a proof of work instead',
  LONG,
  async ({ page }) => {
    await page.route(SCRIPT, (route) => route.abort())

    await writeToTheDealer(page, 'accepted')

    await expect(page.getByRole('status').filter({ hasText: SENT })).toBeVisible(PROOF)
  },
)

test('a visitor who closes Google’s puzzle is asked to complete it', LONG, async ({ page }) => {
  await page.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: PUZZLED_GOOGLE }))
  await writeToTheDealer(page, 'accepted')

  await expect(page.getByText('Please complete the reCAPTCHA verification')).toBeVisible(PROOF)
})
