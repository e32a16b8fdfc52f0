import { holdBack } from '../fixtures/hold-back.ts'
import { createSession, expect, linkIn, test } from '../fixtures/test.ts'
import { expectToast, linkOf, logIn, newEmail, registerAs, registerForm, startSignIn } from './forms.ts'

const CREATED = 'Account created successfully! Please check your email to confirm your account.'

test('a visitor registers and is signed in by the emailed link, and opening it again shows that it has been used', async ({
  page,
  mail,
  admin,
  openElsewhere,
}) => {
  const email = newEmail()
  await page.goto('/auth')

  await registerAs(page, { email, name: 'Bea Cole' })
  await expectToast(page, CREATED)
  await expect(page).toHaveURL(/\/auth$/)
  // What happens next takes the place of the form.
  await expect(registerForm(page)).toHaveCount(0)
  await expect(page.getByText(`Open the email we’ve sent to ${email}`)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Privacy Policy' })).toBeVisible()
  const link = linkIn(await mail.waitFor(email), '/auth/confirm')
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm account' }).click()

  await expect(page).toHaveURL(/\/$/)
  await expectToast(page, 'Your email address is confirmed and you’re signed in.')
  const notice = page.getByRole('region', { name: 'Account confirmed' })
  await expect(notice).toContainText('Your email address is confirmed and you’re signed in.')
  await notice.getByRole('link', { name: 'Go to your dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { name: 'Welcome, Bea Cole' })).toBeVisible()

  const notified = await mail.waitFor(admin.email)
  expect(notified.text).toContain('A new user has registered on the website.')
  expect(mail.to(email)).toHaveLength(1)

  const elsewhere = await openElsewhere()
  await elsewhere.goto(link)
  await elsewhere.getByRole('button', { name: 'Confirm account' }).click()
  await expect(elsewhere.getByText('This link has already been used.')).toBeVisible()
  await elsewhere.getByRole('link', { name: 'Go to sign-in' }).click()
  await logIn(elsewhere, { email, password: 'correct-horse' })
  await expect(elsewhere).toHaveURL(/\/dashboard$/)
})

// auth.schema.test.ts also covers mismatched and short passwords.
test('registration errors are shown beside their fields, and nothing typed is lost', async ({
  page,
  createCustomer,
  hosted,
}) => {
  const taken = await createCustomer()
  await page.goto('/auth')
  const email = registerForm(page).getByLabel('Email')
  const password = registerForm(page).getByLabel('Password', { exact: true })

  await test.step('a tab that is clicked does not show the focus ring for the keyboard', async () => {
    const tab = page.getByRole('tab', { name: 'Register' })
    await tab.click()
    await expect(tab).toBeFocused()
    await expect(page.locator('[role=tab]:focus-visible')).toHaveCount(0)
  })

  await registerAs(page, { email: newEmail(), password: 'secret1', confirmPassword: 'secret2' })
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  await registerAs(page, { email: newEmail(), password: '12345' })
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()

  await registerAs(page, { email: newEmail(), password: 'Password1!' })
  await expect(password).toHaveAccessibleDescription(/This password is too easy to guess. Please choose another./)
  await expect(password).toBeFocused()
  await expect(password).toHaveValue('Password1!')

  await registerAs(page, { email: taken.email })
  await expect(email).toHaveAccessibleDescription('This email is already registered. Please try logging in instead.')
  await expect(email).toBeFocused()
  await expect(email).toHaveValue(taken.email)
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)

  // A hosted project does not use our challenge.
  if (!hosted)
    await test.step('the form explains a failed bot check', async () => {
      await page.route('**/captcha/v1/**', (route) => route.abort())
      await registerAs(page, { email: newEmail() })
      await expectToast(page, 'Please complete the reCAPTCHA verification')
      await page.unroute('**/captcha/v1/**')
    })

  await test.step('the form explains an error without a message and an address already in use', async () => {
    await page.route('**/auth/v1/signup**', (route) => route.fulfill({ status: 400, json: { msg: '' } }))
    await registerAs(page, { email: newEmail() })
    await expectToast(page, 'Failed to create account')
    await page.unroute('**/auth/v1/signup**')

    const already = { code: 422, error_code: 'user_already_exists', msg: 'User already registered' }
    await page.route('**/auth/v1/signup**', (route) => route.fulfill({ status: 422, json: already }))
    await registerAs(page, { email: newEmail() })
    await expectToast(page, 'This email is already registered. Please try logging in instead.')
    await page.unroute('**/auth/v1/signup**')
  })

  await test.step('the button shows that registration is in progress, and a failure to notify the dealer is only logged', async () => {
    await page.route('**/functions/v1/send-email', (route) => route.fulfill({ status: 500, json: { error: 'down' } }))
    const release = await holdBack(page, '**/auth/v1/signup**')
    await registerAs(page, { email: newEmail() })
    await expect(page.getByRole('button', { name: 'Creating account...' })).toBeDisabled()
    release()
    await expectToast(page, CREATED)
  })
})

test('the notice that an email address has been confirmed can be closed, and also appears for a hosted project’s link', async ({
  page,
  createCustomer,
  site,
}) => {
  await startSignIn(page)
  await page.goto(linkOf(await createSession(site, await createCustomer()), 'signup'))
  const notice = page.getByRole('region', { name: 'Account confirmed' })
  await expect(notice).toBeVisible()
  expect(page.url()).not.toContain('access_token')

  await notice.getByRole('button', { name: 'Close notice' }).click()

  await expect(notice).toHaveCount(0)
})
