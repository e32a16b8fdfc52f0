import type { SiteProcess } from '../fixtures/site-process.ts'
import { canSignIn, expect, LONG, linkIn, test } from '../fixtures/test.ts'
import { createAccount, expectToast, newEmail } from './forms.ts'

const EXPIRED = 'This link is no longer valid. It may have expired or already been used.'
const CONFIRMED = 'Your email address is confirmed and you’re signed in.'
const UNKNOWN_LINK = `/auth/confirm?token_hash=${'x'.repeat(43)}&type=signup`

async function signUp({ backendUrl, keys }: SiteProcess, email: string, password: string): Promise<void> {
  const response = await fetch(`${backendUrl}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, data: { first_name: 'Bea', last_name: 'Cole' } }),
  })
  // A second sign-up within a minute also takes effect, although its email is delayed.
  if (!response.ok && response.status !== 429) throw new Error(`signUp: ${response.status}`)
}

test('an email scanner that opens the link and runs the page’s scripts does not use the link up', async ({
  page,
  openElsewhere,
  site,
  mail,
}) => {
  const email = newEmail()
  await signUp(site, email, 'correct-horse')
  const link = linkIn(await mail.waitFor(email), '/auth/confirm')
  const scanner = await openElsewhere()
  await fetch(link)
  await scanner.goto(link)
  await expect(scanner.getByRole('button', { name: 'Confirm account' })).toBeEnabled()
  await scanner.waitForLoadState('networkidle')

  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm account' }).click()

  await expectToast(page, CONFIRMED)
  expect(page.url()).not.toContain('token_hash')
})

test('an invited colleague must choose a password before doing anything else', async ({ page, site, mail }) => {
  const email = newEmail()
  await fetch(`${site.backendUrl}/auth/v1/invite`, {
    method: 'POST',
    headers: { apikey: site.keys.secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  await page.goto(linkIn(await mail.waitFor(email), '/auth/confirm'))
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/auth\/choose-password$/)
  await page.getByLabel('New password', { exact: true }).fill('another-horse')
  await page.getByLabel('Confirm new password').fill('another-horse')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(await canSignIn(site, { email, password: 'another-horse' })).toBe(true)
})

test('the confirmation page is neither indexed nor cached', async ({ request }) => {
  const response = await request.get(UNKNOWN_LINK)

  expect(await response.text()).toContain('<meta name="robots" content="noindex"')
  expect(response.headers()['cache-control']).toBe('no-store')
})

test('without JavaScript, the confirmation page explains what to do', async ({ openElsewhere }) => {
  const page = await openElsewhere({ javaScriptEnabled: false })
  await page.goto(UNKNOWN_LINK)

  // Playwright does not read text inside noscript.
  await expect(page.locator('noscript').getByRole('alert')).toBeVisible()
  expect(await page.locator('noscript').innerHTML()).toContain('This step needs JavaScript.')
  await expect(page.getByRole('button', { name: 'Confirm account' })).toBeDisabled()
})

test('a visitor with an expired or truncated link can request another email, and can use its link again if the service did not respond', async ({
  page,
  site,
  mail,
}) => {
  const { email } = await createAccount(site, { email_confirm: false })
  await page.goto('/auth/confirm')
  await expect(page.getByRole('alert')).toContainText(EXPIRED)
  await page.goto(UNKNOWN_LINK)
  await page.getByRole('button', { name: 'Confirm account' }).click()
  await expect(page.getByRole('alert')).toContainText(EXPIRED)

  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByText('Please enter your email address')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expectToast(page, 'We’ve sent the confirmation email again. Please check your inbox.')

  await page.goto(linkIn(await mail.waitFor(email), '/auth/confirm'))
  await page.route('**/auth/v1/verify', (route) => route.abort())
  await page.getByRole('button', { name: 'Confirm account' }).click()
  await expect(page.getByRole('alert')).toContainText('Your link still works')
  await page.unroute('**/auth/v1/verify')
  await page.getByRole('button', { name: 'Confirm account' }).click()
  await expectToast(page, CONFIRMED)
})

// The service's part is in backend/wire/auth-accounts.test.ts, and an invited colleague sees the same screen above.
test(
  'the owner of an email address that was registered twice must choose a new password',
  LONG,
  async ({ page, site, mail }) => {
    const email = newEmail()
    await signUp(site, email, 'stranger-knows-it')
    const link = linkIn(await mail.waitFor(email), '/auth/confirm')
    await signUp(site, email, 'typed-by-the-owner')

    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm account' }).click()
    await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()
    await page.goto('/dashboard')
    await expect(page).toHaveURL(/\/auth\/choose-password$/)
    await page.getByLabel('New password', { exact: true }).fill('chosen-after-all')
    await page.getByLabel('Confirm new password').fill('chosen-after-all')
    await page.getByRole('button', { name: 'Save password' }).click()

    await expect(page).toHaveURL(/\/dashboard$/)
    expect(await canSignIn(site, { email, password: 'stranger-knows-it' })).toBe(false)
    expect(await canSignIn(site, { email, password: 'chosen-after-all' })).toBe(true)
  },
)
