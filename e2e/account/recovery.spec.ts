import type { Page } from '@playwright/test'
import { expect, linkIn, notHosted, test } from '../fixtures/test.ts'
import { expectToast, logIn, logOut } from './forms.ts'

const SENT = 'Password reset instructions sent to your email!'

async function askForReset(page: Page, email: string) {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
}

test('a customer sets a new password through the link in exactly one mail', async ({ page, mail, createCustomer }) => {
  const customer = await createCustomer()
  await askForReset(page, customer.email)
  await expectToast(page, SENT)
  await expect(page.getByRole('heading', { name: 'Email Sent!' })).toBeVisible()

  await page.goto(linkIn(await mail.waitFor(customer.email), '/auth/confirm'))
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await expect(page).toHaveURL(/\/auth\?type=recovery/)
  expect(mail.to(customer.email)).toHaveLength(1)
  await page.getByLabel('New Password', { exact: true }).fill('another-horse')
  await page.getByLabel('Confirm New Password').fill('another-horse')
  await page.getByRole('button', { name: 'Set New Password' }).click()

  await expect(page).toHaveURL(/\/dashboard$/)
  await mail.waitFor(customer.email, /password .* was changed/)
  await logOut(page)
  await page.goto('/auth')
  await logIn(page, { email: customer.email, password: 'another-horse' })
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a reset link used twice says so and offers a new one', async ({ page, mail, createCustomer, openElsewhere }) => {
  const customer = await createCustomer()
  await askForReset(page, customer.email)
  const link = linkIn(await mail.waitFor(customer.email), '/auth/confirm')
  await page.goto(link)
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await expect(page.getByLabel('New Password', { exact: true })).toBeVisible()

  const elsewhere = await openElsewhere()
  await elsewhere.goto(link)
  await elsewhere.getByRole('button', { name: 'Choose a new password' }).click()

  await expect(elsewhere.getByRole('alert')).toContainText('This link has been used already.')
  await elsewhere.getByRole('link', { name: 'Request a new link' }).click()
  await expect(elsewhere).toHaveURL(/\/forgot-password$/)
})

test('an address without an account is answered the same, and no mail is sent', async ({ page, mail }) => {
  await askForReset(page, 'nobody-here@example.com')

  await expectToast(page, SENT)
  expect(mail.to('nobody-here@example.com')).toHaveLength(0)
})

test('another e-mail can be sent, or one goes back to login', async ({ page, createCustomer }) => {
  const { email } = await createCustomer()
  await askForReset(page, email)

  await page.getByRole('button', { name: 'Send Another Email' }).click()
  await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)

  await page.getByRole('link', { name: 'Back to Login' }).click()
  await expect(page).toHaveURL(/\/auth$/)
})

test('another e-mail inside a minute is answered with how long to wait', async ({ page, createCustomer }) => {
  const wait = /Please wait \d+ seconds? before you ask for another e-mail\./
  const { email } = await createCustomer()
  await askForReset(page, email)
  await page.getByRole('button', { name: 'Send Another Email' }).click()
  await expect(page.getByRole('status').filter({ hasText: wait })).toBeVisible()

  await page.getByRole('button', { name: 'Send Reset Link' }).click()

  await expect(page.getByRole('alert').filter({ hasText: wait })).toBeVisible()
})

test('a refused reset is answered in the words of the specification', async ({ page }) => {
  await page.route('**/auth/v1/recover**', (route) => route.fulfill({ status: 500, json: { msg: 'no' } }))

  await askForReset(page, 'ada@example.com')

  await expectToast(page, 'Failed to send reset email. Please try again.')
})

test('an unexpected failure is answered too', async ({ page }) => {
  await page.goto('/forgot-password')
  await page.route('**/assets/auth-client-*.js', (route) => route.abort())
  await page.getByLabel('Email').fill('ada@example.com')

  await page.getByRole('button', { name: 'Send Reset Link' }).click()

  await expectToast(page, 'Something went wrong. Please try again.')
})

test(
  'a challenge that fails sends nothing',
  notHosted('a hosted project has no challenge of ours'),
  async ({ page }) => {
    await page.route('**/captcha/v1/**', (route) => route.abort())

    await askForReset(page, 'ada@example.com')

    await expectToast(page, 'Please complete the reCAPTCHA verification')
  },
)

test('a failed custom reset mail is only logged', async ({ page, createCustomer }) => {
  await page.route('**/functions/v1/send-email', (route) => route.fulfill({ status: 500, json: { error: 'down' } }))
  const { email } = await createCustomer()

  await askForReset(page, email)

  await expectToast(page, SENT)
})
