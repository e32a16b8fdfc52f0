import type { Page } from '@playwright/test'
import { canSignIn, expect, linkIn, test } from '../fixtures/test.ts'
import { expectToast } from './forms.ts'

const SENT = 'Password reset instructions sent to your email!'

async function requestReset(page: Page, email: string) {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
}

test('a reset request sends exactly one email, and the customer sets a new password through its link, which works once', async ({
  page,
  mail,
  site,
  createCustomer,
  openElsewhere,
}) => {
  const customer = await createCustomer()
  await requestReset(page, customer.email)
  await expectToast(page, SENT)
  await expect(page.getByRole('heading', { name: 'Email Sent!' })).toBeVisible()

  await test.step('a second request within a minute is refused, and the page shows how long to wait', async () => {
    const wait = /Please wait \d+ seconds? before requesting another email\./
    await page.getByRole('button', { name: 'Send Another Email' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(customer.email)
    await expect(page.getByRole('status').filter({ hasText: wait })).toBeVisible()
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await expect(page.getByRole('alert').filter({ hasText: wait })).toBeVisible()
  })

  const link = linkIn(await mail.waitFor(customer.email), '/auth/confirm')
  await page.goto(link)
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await expect(page).toHaveURL(/\/auth\?type=recovery/)
  expect(mail.to(customer.email)).toHaveLength(1)

  await test.step('opening the link a second time shows that it has been used and offers a new one', async () => {
    const elsewhere = await openElsewhere()
    await elsewhere.goto(link)
    await elsewhere.getByRole('button', { name: 'Choose a new password' }).click()
    await expect(elsewhere.getByRole('alert')).toContainText('This link has already been used.')
    await elsewhere.getByRole('link', { name: 'Request a new link' }).click()
    await expect(elsewhere).toHaveURL(/\/forgot-password$/)
  })

  await page.getByLabel('New password', { exact: true }).fill('another-horse')
  await page.getByLabel('Confirm new password').fill('another-horse')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await mail.waitFor(customer.email, /password .* was changed/)
  expect(await canSignIn(site, { email: customer.email, password: 'another-horse' })).toBe(true)
})

test('a reset request that fails says so, and one for an unknown address looks the same as any other', async ({
  page,
  mail,
  hosted,
  createCustomer,
}) => {
  const requestAgain = async (email: string) => {
    await page.getByRole('button', { name: 'Send Another Email' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
  }
  await page.route('**/captcha/v1/**', (route) => route.abort())
  await page.route('**/auth/v1/recover**', (route) => route.fulfill({ status: 500, json: { msg: 'no' } }))
  await requestReset(page, 'ada@example.com')

  // A hosted project does not use our challenge.
  if (!hosted)
    await test.step('no reset email is sent after a failed bot check', async () => {
      await expectToast(page, 'Please complete the reCAPTCHA verification')
      await page.unroute('**/captcha/v1/**')
      await page.getByRole('button', { name: 'Send Reset Link' }).click()
    })

  await test.step('a refused request shows "Failed to send reset email"', async () => {
    await expectToast(page, 'Failed to send reset email. Please try again.')
    await page.unroute('**/auth/v1/recover**')
  })

  await test.step('a request for an unknown address looks the same as any other, and no email is sent', async () => {
    await page.getByLabel('Email').fill('nobody-here@example.com')
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await expectToast(page, SENT)
    expect(mail.to('nobody-here@example.com')).toHaveLength(0)
  })

  await test.step('a failure to send the custom reset email is only logged', async () => {
    await page.route('**/functions/v1/send-email', (route) => route.fulfill({ status: 500, json: { error: 'down' } }))
    await requestAgain((await createCustomer()).email)
    await expect(page.getByRole('heading', { name: 'Email Sent!' })).toBeVisible()
  })

  await page.getByRole('link', { name: 'Back to Login' }).click()
  await expect(page).toHaveURL(/\/auth$/)
})

test('an unexpected failure during a reset request shows "Something went wrong"', async ({ page }) => {
  await page.goto('/forgot-password')
  await page.route('**/assets/auth-client-*.js', (route) => route.abort())
  await page.getByLabel('Email').fill('ada@example.com')

  await page.getByRole('button', { name: 'Send Reset Link' }).click()

  await expectToast(page, 'Something went wrong. Please try again.')
})
