import { createAccount, linkOf, logIn, loginForm } from '../account/forms.ts'
import { expect, test } from '../fixtures/test.ts'
import { lookAt, ON_A_PHONE } from './look.ts'

test.use(ON_A_PHONE)

test('both tabs of the auth screen', async ({ page }) => {
  await page.goto('/auth')
  await lookAt(page, 'login')

  await logIn(page, { email: 'nobody@example.com', password: 'not-the-one' })
  await expect(page.getByText('Invalid login credentials')).toBeVisible()
  await lookAt(page, 'login-refused')

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('You are offline.')).toBeVisible()
  await lookAt(page, 'login-offline')
  await loginForm(page).getByLabel('Email').fill('')
  await page.context().setOffline(false)

  await page.getByRole('tab', { name: 'Register' }).click()
  await expect(page.getByRole('form', { name: 'Register' })).toBeVisible()
  await lookAt(page, 'register', { byKeyboard: 'desktop' })
})

test('a password reset without a link', async ({ page }) => {
  await page.goto('/auth?type=recovery')
  await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible()
  await lookAt(page, 'recovery')
})

test('the confirmation page, before and after', async ({ page }) => {
  await page.goto(`/auth/confirm?token_hash=${'x'.repeat(43)}&type=signup`)
  const button = page.getByRole('button', { name: 'Confirm account' })
  await expect(button).toBeEnabled()
  await lookAt(page, 'confirm')

  await button.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await lookAt(page, 'confirm-expired')
})

test('home, with an address that was just confirmed', async ({ page, createCustomer, signIn }) => {
  await signIn(page, await createCustomer())
  await page.goto(await linkOf(page, 'signup'))
  await expect(page.getByRole('region', { name: 'Account confirmed' })).toBeVisible()
  await lookAt(page, 'home-confirmed')
})

test('the choice of a password of one’s own', async ({ page, site, signIn }) => {
  const account = await createAccount(site, { app_metadata: { must_set_password: 'issued' } })
  await signIn(page, account)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()
  await lookAt(page, 'choose-password')
})

test('the dashboard of a customer', async ({ page, createCustomer, signIn }) => {
  await signIn(page, await createCustomer())
  await page.goto('/dashboard')
  await expect(page.getByText('No recent activity')).toBeVisible()
  await lookAt(page, 'dashboard')
})

test('the account of a customer, with everything open', async ({ page, createCustomer, signIn }) => {
  const customer = await createCustomer({ firstName: 'Ada'.repeat(20), lastName: 'Marsh' })
  await signIn(page, customer)
  await signIn(page, customer)
  await page.goto('/dashboard/account')
  await expect(page.getByRole('button', { name: 'Sign out all other devices' })).toBeVisible()
  await lookAt(page, 'account', { byKeyboard: 'phone' })

  await page.getByRole('button', { name: 'Change your password' }).click()
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Please enter your current password')).toBeVisible()
  await page.getByRole('button', { name: 'Change your e-mail address' }).click()
  await page.getByRole('button', { name: 'Send the E-mails' }).click()
  await expect(page.getByText('Please enter your e-mail address')).toBeVisible()
  await lookAt(page, 'account-open')

  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('Please enter your password')).toBeVisible()
  await lookAt(page, 'account-delete')
})
