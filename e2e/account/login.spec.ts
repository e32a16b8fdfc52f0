import { holdBack } from '../fixtures/hold-back.ts'
import { expect, LONG, test } from '../fixtures/test.ts'
import { createAccount, expectToast, logIn, loginForm, logOut } from './forms.ts'

test('a customer corrects the errors shown beside the fields, signs in and arrives at the dashboard', async ({
  page,
  createCustomer,
}) => {
  const customer = await createCustomer()
  await page.goto('/auth')
  const email = loginForm(page).getByLabel('Email')
  const password = loginForm(page).getByLabel('Password', { exact: true })
  // Password managers rely on these attributes.
  await expect(email).toHaveAttribute('autocomplete', 'username')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')

  await loginForm(page).getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Please enter your email address')).toBeVisible()
  await expect(page.getByText('Please enter your password')).toBeVisible()

  await logIn(page, { email: customer.email, password: 'not-the-one' })
  await expect(password).toHaveAccessibleDescription('Invalid login credentials')
  await expect(password).toBeFocused()
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await expect(page).toHaveURL(/\/auth$/)
  await expect(email).toHaveValue(customer.email)

  await loginForm(page).getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await loginForm(page).getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')

  // The button shows that it is busy and ignores a second click.
  const release = await holdBack(page, '**/auth/v1/token**')
  await logIn(page, customer)
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  release()
  await expectToast(page, 'Logged in successfully!')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { name: 'Welcome, Ada Marsh' })).toBeVisible()

  // A user who is already signed in is redirected to the home page.
  await page.goto('/auth')
  await expect(page).toHaveURL(/\/$/)
})

test('the login form says why a sign-in failed and what to do about it', async ({
  page,
  context,
  createCustomer,
  hosted,
  site,
  mail,
  rest,
}) => {
  const [customer, disabled] = [await createCustomer(), await createCustomer()]
  const unconfirmed = await createAccount(site, { email_confirm: false })
  await rest(`profiles?id=eq.${disabled.id}`, { method: 'PATCH', body: JSON.stringify({ disabled: true }) })
  await page.route('**/captcha/v1/**', (route) => route.abort())
  let asked = false
  await page.route('**/auth/v1/token**', (route) => {
    asked = true
    return route.fulfill({ status: 400, json: { msg: '' } })
  })
  await page.goto('/auth')

  // A hosted project does not use our challenge.
  if (!hosted)
    await test.step('a failed bot check prevents sign-in', async () => {
      await logIn(page, customer)
      await expectToast(page, 'Please complete the reCAPTCHA verification')
      expect(asked).toBe(false)
    })
  await page.unroute('**/captcha/v1/**')

  await test.step('an error without a message is shown as "Failed to log in"', async () => {
    await logIn(page, customer)
    await expectToast(page, 'Failed to log in')
  })
  await page.unroute('**/auth/v1/token**')

  await test.step('a user who has not confirmed their email address can request another confirmation email', async () => {
    const resend = page.getByRole('button', { name: 'Resend confirmation email' })
    await logIn(page, unconfirmed)
    await expect(loginForm(page).getByLabel('Email')).toHaveAccessibleDescription('Email not confirmed')
    await resend.click()
    await expectToast(page, 'We’ve sent the confirmation email again. Please check your inbox.')
    await mail.waitFor(unconfirmed.email)
    await resend.click()
    await expect(page.getByText(/Please wait \d+ seconds? before requesting another email\./)).toBeVisible()
  })

  await test.step('a disabled user sees a message and is signed out', async () => {
    await logIn(page, disabled)
    await expectToast(page, 'There is a problem with your account, please reach out to us via contact page.')
    await expect(page).toHaveURL(/\/auth$/)
    await expect(page.getByRole('banner').getByRole('link', { name: 'DASHBOARD' })).toBeHidden()
  })

  await test.step('a visitor who is offline is told so, and is signed in once the connection is back', async () => {
    const botCheck = page.getByText('Please complete the reCAPTCHA verification')
    // The toast of the first step.
    await expect(botCheck).toHaveCount(0)
    await context.setOffline(true)
    await logIn(page, customer)
    await expect(page.getByRole('alert').filter({ hasText: 'You’re offline.' })).toBeVisible()
    expect(await botCheck.count()).toBe(0)
    await context.setOffline(false)
    await expect(page).toHaveURL(/\/dashboard$/)
  })
})

test(
  'failed sign-in attempts from a network block new browsers on it, but not a browser known to the account',
  LONG,
  async ({ page, openElsewhere, site, createCustomer }) => {
    const customer = await createCustomer()
    const network = { 'x-forwarded-for': '203.0.113.50' }
    await page.setExtraHTTPHeaders(network)
    await page.goto('/auth')
    await logIn(page, customer)
    await expect(page).toHaveURL(/\/dashboard$/)
    await logOut(page)
    for (let guess = 0; guess < 11; guess += 1) {
      await fetch(`${site.backendUrl}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { ...network, apikey: site.keys.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email: customer.email, password: `guess ${guess}` }),
      })
    }

    const otherBrowser = await openElsewhere({ extraHTTPHeaders: network })
    await otherBrowser.goto('/auth')
    await logIn(otherBrowser, customer)
    await expectToast(otherBrowser, 'Too many attempts. Please wait a few minutes, or reset your password by email.')
    await page.goto('/auth')
    await logIn(page, customer)

    await expect(page).toHaveURL(/\/dashboard$/)
  },
)

test('pages that need JavaScript say so when it is turned off and show how to contact the dealer', async ({
  openElsewhere,
  rest,
}) => {
  const set = (value: string) =>
    rest('config?key=eq.COMPANY_PHONE', { method: 'PATCH', body: JSON.stringify({ value }) })
  await set('+44 (0)1733 555100')
  const [vehicle] = await rest<{ id: string }[]>('vehicles?sold=is.false&select=id&limit=1')
  const form = `/vehicles/${vehicle?.id}`
  const page = await openElsewhere({ javaScriptEnabled: false })

  for (const path of [
    '/contact',
    `${form}/enquiry`,
    `${form}/test-drive`,
    '/auth',
    '/auth?type=recovery',
    '/forgot-password',
    '/dashboard',
    '/admin',
    '/admin/vehicles',
  ]) {
    await page.goto(path)
    // Playwright does not read text inside noscript.
    const notice = page.locator('noscript').filter({ has: page.getByRole('alert') })
    await expect(notice.getByRole('alert'), path).toBeVisible()
    const html = await notice.innerHTML()
    expect(html, path).toContain('needs JavaScript')
    expect(html, path).toContain('href="tel:+441733555100"')
    expect(html, path).toContain('href="mailto:sales@haldenrowe.example"')
    await expect(page.getByText('Loading...'), path).toBeHidden()
  }
  await set('01632 960142')
})

test('a form whose scripts have not loaded yet sends nothing, and never puts a password in the URL', async ({
  openElsewhere,
}) => {
  const page = await openElsewhere({ javaScriptEnabled: false })
  for (const path of ['/auth', '/forgot-password']) {
    await page.goto(path)
    for (const button of await page.locator('form button[type=submit]').all()) await expect(button).toBeDisabled()
    await page.locator('form input').first().press('Enter')
    await expect(page).toHaveURL(path)
  }
})
