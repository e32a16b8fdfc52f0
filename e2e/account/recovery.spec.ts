import type { Page } from '@playwright/test'
import { expect, linkIn, notHosted, test } from '../fixtures/test.ts'
import { expectToast, logIn, logOut } from './forms.ts'

const SENT = 'Password reset instructions sent to your email!'

async function requestReset(page: Page, email: string) {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
}

test('a reset request sends exactly one email, and the customer sets a new password through its link', async ({
  page,
  mail,
  createCustomer,
}) => {
  const customer = await createCustomer()
  await requestReset(page, customer.email)
  await expectToast(page, SENT)
  await expect(page.getByRole('heading', { name: 'Email Sent!' })).toBeVisible()

  await page.goto(linkIn(await mail.waitFor(customer.email), '/auth/confirm'))
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await expect(page).toHaveURL(/\/auth\?type=recovery/)
  expect(mail.to(customer.email)).toHaveLength(1)
  await page.getByLabel('New password', { exact: true }).fill('another-horse')
  await page.getByLabel('Confirm new password').fill('another-horse')
  await page.getByRole('button', { name: 'Set new password' }).click()

  await expect(page).toHaveURL(/\/dashboard$/)
  await mail.waitFor(customer.email, /password .* was changed/)
  await logOut(page)
  await page.goto('/auth')
  await logIn(page, { email: customer.email, password: 'another-horse' })
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('opening a reset link a second time shows that it has been used and offers a new one', async ({
  page,
  mail,
  createCustomer,
  openElsewhere,
}) => {
  const customer = await createCustomer()
  await requestReset(page, customer.email)
  const link = linkIn(await mail.waitFor(customer.email), '/auth/confirm')
  await page.goto(link)
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible()

  const elsewhere = await openElsewhere()
  await elsewhere.goto(link)
  await elsewhere.getByRole('button', { name: 'Choose a new password' }).click()

  await expect(elsewhere.getByRole('alert')).toContainText('This link has already been used.')
  await elsewhere.getByRole('link', { name: 'Request a new link' }).click()
  await expect(elsewhere).toHaveURL(/\/forgot-password$/)
})

test('a reset request for an unknown address looks the same as any other, and no email is sent', async ({
  page,
  mail,
}) => {
  await requestReset(page, 'nobody-here@example.com')

  await expectToast(page, SENT)
  expect(mail.to('nobody-here@example.com')).toHaveLength(0)
})

test('after a reset request the customer can request another email or go back to login', async ({
  page,
  createCustomer,
}) => {
  const { email } = await createCustomer()
  await requestReset(page, email)

  await page.getByRole('button', { name: 'Send Another Email' }).click()
  await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)

  await page.getByRole('link', { name: 'Back to Login' }).click()
  await expect(page).toHaveURL(/\/auth$/)
})

test('a second reset request within a minute is refused, and the page shows how long to wait', async ({
  page,
  createCustomer,
}) => {
  const wait = /Please wait \d+ seconds? before requesting another email\./
  const { email } = await createCustomer()
  await requestReset(page, email)
  await page.getByRole('button', { name: 'Send Another Email' }).click()
  await expect(page.getByRole('status').filter({ hasText: wait })).toBeVisible()

  await page.getByRole('button', { name: 'Send Reset Link' }).click()

  await expect(page.getByRole('alert').filter({ hasText: wait })).toBeVisible()
})

test('a refused reset request shows "Failed to send reset email"', async ({ page }) => {
  await page.route('**/auth/v1/recover**', (route) => route.fulfill({ status: 500, json: { msg: 'no' } }))

  await requestReset(page, 'ada@example.com')

  await expectToast(page, 'Failed to send reset email. Please try again.')
})

test('an unexpected failure during a reset request shows "Something went wrong"', async ({ page }) => {
  await page.goto('/forgot-password')
  await page.route('**/assets/auth-client-*.js', (route) => route.abort())
  await page.getByLabel('Email').fill('ada@example.com')

  await page.getByRole('button', { name: 'Send Reset Link' }).click()

  await expectToast(page, 'Something went wrong. Please try again.')
})

test(
  'no reset email is sent after a failed bot check',
  notHosted('a hosted project does not use our challenge'),
  async ({ page }) => {
    await page.route('**/captcha/v1/**', (route) => route.abort())

    await requestReset(page, 'ada@example.com')

    await expectToast(page, 'Please complete the reCAPTCHA verification')
  },
)

test('a failure to send the custom reset email is only logged', async ({ page, createCustomer }) => {
  await page.route('**/functions/v1/send-email', (route) => route.fulfill({ status: 500, json: { error: 'down' } }))
  const { email } = await createCustomer()

  await requestReset(page, email)

  await expectToast(page, SENT)
})
