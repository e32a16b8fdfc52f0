import { createAccount, linkOf, logIn, loginForm, startSignIn } from '../account/forms.ts'
import { createSession, expect, LONG, notHosted, signInOnNextPage, test } from '../fixtures/test.ts'
import { codeOf, turnOnTwoSteps } from '../fixtures/totp.ts'
import { lookAt, ON_A_PHONE } from './look.ts'

test.use(ON_A_PHONE)

const NO_RECOVERY_CODES = notHosted('a hosted project has no recovery codes')

test('the auth, confirmation and password reset pages look right', LONG, async ({ page }) => {
  await page.goto('/auth')
  await lookAt(page, 'login')
  await logIn(page, { email: 'nobody@example.com', password: 'not-the-one' })
  await expect(page.getByText('Invalid login credentials')).toBeVisible()
  await lookAt(page, 'login-refused')
  await page.getByRole('tab', { name: 'Register' }).click()
  await expect(page.getByRole('form', { name: 'Register' })).toBeVisible()
  await lookAt(page, 'register', { byKeyboard: 'desktop' })

  await page.goto('/forgot-password')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await lookAt(page, 'forgot-password')

  await page.goto('/auth?type=recovery')
  await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible()
  await lookAt(page, 'recovery')

  await page.goto(`/auth/confirm?token_hash=${'x'.repeat(43)}&type=signup`)
  const button = page.getByRole('button', { name: 'Confirm account' })
  await expect(button).toBeEnabled()
  await lookAt(page, 'confirm')
  await button.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await lookAt(page, 'confirm-expired')
})

test('the login form looks right while the visitor is offline', LONG, async ({ page, context }) => {
  await page.goto('/auth')
  await loginForm(page).getByLabel('Email').fill('nobody@example.com')
  await context.setOffline(true)
  await logIn(page, { email: 'nobody@example.com', password: 'not-the-one' })
  await expect(page.getByText('You’re offline.')).toBeVisible()
  await lookAt(page, 'login-offline')
})

test(
  'the home page looks right with the notice about a confirmed address',
  LONG,
  async ({ page, createCustomer, site }) => {
    await startSignIn(page)
    await page.goto(linkOf(await createSession(site, await createCustomer()), 'signup'))
    await expect(page.getByRole('region', { name: 'Account confirmed' })).toBeVisible()
    await lookAt(page, 'home-confirmed')
  },
)

test(
  'the screens for choosing a password and a longer password look right',
  LONG,
  async ({ page, site, createCustomer, makeAdmin, signIn }) => {
    await signIn(page, await createAccount(site, { app_metadata: { must_set_password: 'issued' } }))
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()
    await lookAt(page, 'choose-password')

    const admin = await createCustomer({ password: 'tepid-owl' })
    await makeAdmin(admin.id)
    await signIn(page, admin)
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Choose a stronger password' })).toBeVisible()
    await expect(page.getByText('At least 10 characters. Don’t use')).toBeVisible()
    await lookAt(page, 'choose-stronger-password')
  },
)

test(
  'a customer’s dashboard and account look right, with every section open and after the session has ended',
  LONG,
  async ({ page, site, createCustomer, signIn }) => {
    const customer = await createCustomer({ firstName: 'Ada'.repeat(20), lastName: 'Marsh' })
    await createSession(site, customer)
    await signIn(page, customer)
    await page.goto('/dashboard')
    await expect(page.getByText('No recent activity')).toBeVisible()
    await lookAt(page, 'dashboard')

    await page.getByRole('link', { name: 'My account' }).click()
    await expect(page.getByRole('button', { name: 'Sign out all other devices' })).toBeVisible()
    await lookAt(page, 'account', { byKeyboard: 'phone' })

    await page.getByRole('button', { name: 'Change your password' }).click()
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Please enter your current password')).toBeVisible()
    await page.getByRole('button', { name: 'Change your email address' }).click()
    await page.getByRole('button', { name: 'Send confirmation emails' }).click()
    await expect(page.getByText('Please enter your email address')).toBeVisible()
    await page.getByRole('button', { name: 'Set up two-step verification' }).click()
    await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    await lookAt(page, 'account-open')

    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(page.getByText('Please enter your password')).toBeVisible()
    await lookAt(page, 'account-delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Keep my account' }).click()

    // A new password ends all of the account's sessions.
    await fetch(`${site.backendUrl}/auth/v1/admin/users/${customer.id}`, {
      method: 'PUT',
      headers: { apikey: site.keys.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({ password: 'another-horse' }),
    })
    await page.getByRole('button', { name: 'Sign out all other devices' }).click()
    await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
    await lookAt(page, 'session-ended')
  },
)

test('the second sign-in step looks right with a code, a wrong code and a recovery code', {
  ...NO_RECOVERY_CODES,
  tag: [NO_RECOVERY_CODES.tag, LONG.tag],
}, async ({ page, createCustomer, site }) => {
  const customer = await createCustomer()
  const { secret, session } = await turnOnTwoSteps(site, customer)
  await signInOnNextPage(page, session)
  await page.goto('/dashboard/account')
  await expect(page.getByText('You don’t have any recovery codes')).toBeVisible()
  await lookAt(page, 'account-two-steps')
  await page.getByRole('button', { name: 'Create recovery codes' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Create codes' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  await lookAt(page, 'recovery-codes')
  await page.getByRole('checkbox', { name: 'I have saved these codes' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible()
  await page.evaluate(() => window.localStorage.removeItem('forecourt-auth'))

  await page.goto('/auth')
  await logIn(page, customer)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await lookAt(page, 'second-step', { byKeyboard: 'phone' })
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('That code is wrong or has already been used')).toBeVisible()
  await lookAt(page, 'second-step-wrong')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await lookAt(page, 'second-step-recovery')
})

test(
  'the screens for setting up required two-step verification and for turning it off look right',
  LONG,
  async ({ page, createCustomer, makeAdmin, rest, site, signIn }) => {
    const want = (value: 'true' | 'false') =>
      rest('config?key=eq.AdminsNeedTwoSteps', { method: 'PATCH', body: JSON.stringify({ value }) })
    const admin = await createCustomer()
    await makeAdmin(admin.id)
    await want('true')
    try {
      await signIn(page, admin)
      await page.goto('/admin')
      await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
      await lookAt(page, 'set-up-two-steps')
    } finally {
      await want('false')
    }
    const { session } = await turnOnTwoSteps(site, admin)
    await page.evaluate((value) => window.localStorage.setItem('forecourt-auth', value), session)
    await page.goto('/admin/account')
    await page.getByRole('button', { name: 'Turn off two-step verification' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await lookAt(page, 'admin-turn-off-two-steps')
  },
)
