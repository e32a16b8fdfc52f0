import { waitForHydration } from '../fixtures/hydration.ts'
import { createSession, expect, notHosted, test } from '../fixtures/test.ts'
import { expectToast, linkOf, logIn, logOut } from './forms.ts'

const STORAGE_KEY = 'forecourt-auth'
const EXPIRED = { expires_at: 1_600_000_000 }

test('an admin who opens the customer dashboard is sent to the back office, and a user whose role check fails is not treated as an admin', async ({
  page,
  admin,
  signIn,
}) => {
  await signIn(page, admin)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)

  await page.route('**/rest/v1/rpc/has_role**', (route) => route.fulfill({ status: 500, json: { message: 'no' } }))
  await page.goto('/admin/vehicles')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page).not.toHaveURL(/\/admin/)
})

test('a guest who opens the dashboard is sent to /auth and returns after signing in, and other tabs are signed in and out too', async ({
  page,
  context,
  createCustomer,
}) => {
  const customer = await createCustomer()
  const other = waitForHydration(await context.newPage())
  await other.goto('/about')
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/auth$/)

  await logIn(page, customer)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { name: /Welcome/ })).toBeVisible()
  await expect(other.getByRole('link', { name: 'DASHBOARD' })).toBeVisible()

  await logOut(page)
  expect(await page.evaluate((key) => window.localStorage.getItem(key), STORAGE_KEY)).toBeNull()
  await expect(other.getByRole('link', { name: 'LOGIN' })).toBeVisible()

  // When the user goes back from the home page, they are asked to sign in.
  await page.goBack()
  await expect(page).toHaveURL(/\/auth$/)
})

test('a user whose session has ended is sent to /auth and, after signing in, back to the page they opened', async ({
  page,
  createCustomer,
  signIn,
  rest,
}) => {
  const customer = await createCustomer()
  await signIn(page, customer, EXPIRED)
  await page.goto('/dashboard')
  await test.step('an expired access token is renewed silently', () =>
    expect(page.getByRole('heading', { name: 'Welcome, Ada Marsh' })).toBeVisible())

  // The access token has expired, and the server does not recognise the refresh token.
  await signIn(page, customer, { ...EXPIRED, refresh_token: 'aaaaaaaaaaaa' })
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/auth$/)
  await logIn(page, customer)
  await expect(page).toHaveURL(/\/dashboard$/)

  await test.step('a disabled user is signed out at the next check', async () => {
    await rest(`profiles?id=eq.${customer.id}`, { method: 'PATCH', body: JSON.stringify({ disabled: true }) })
    await page.reload()
    await expectToast(page, 'There is a problem with your account, please reach out to us via contact page.')
    await expect(page).toHaveURL(/\/auth$/)
  })
})

test('a user stays signed in while the backend is unreachable, and can log out even then', async ({
  page,
  createCustomer,
  signIn,
}) => {
  await page.clock.install()
  await signIn(page, await createCustomer(), EXPIRED)
  await page.route('**/auth/v1/**', (route) => route.abort())
  await page.goto('/dashboard')
  // The client retries for half a minute by the page's clock.
  await expect(async () => {
    await page.clock.runFor(5000)
    await expect(page.getByText('Something went wrong on our side')).toBeVisible({ timeout: 100 })
  }).toPass()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.unroute('**/auth/v1/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Ada Marsh' })).toBeVisible()

  await page.route('**/auth/v1/logout**', () => {
    // This request never gets a response.
  })
  // The home page appears once the session is gone.
  const stored = page.evaluate(
    (key) =>
      new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (window.location.pathname === '/') resolve(window.localStorage.getItem(key))
        })
        observer.observe(document, { subtree: true, childList: true, attributes: true })
      }),
    STORAGE_KEY,
  )
  await page.getByRole('button', { name: 'LOGOUT' }).click()
  await expect(async () => {
    await page.clock.runFor(1000)
    await expect(page).toHaveURL('/', { timeout: 100 })
  }).toPass()
  expect(await stored).toBeNull()
})

test(
  'a link that contains someone else’s session does not sign the visitor in',
  notHosted('a hosted project’s emails may open the site with a session in the link'),
  async ({ page, createCustomer, site }) => {
    const link = linkOf(await createSession(site, await createCustomer()), 'signup')

    await page.goto(link)
    await expectToast(page, 'We couldn’t sign you in. Please try again.')
    expect(page.url()).not.toContain('access_token')
    // The client reads the whole URL when it loads.
    await page.goto(link.replace('#', '?'))
    await page.goto(link.replace('/#', '/auth?'))
    await page.getByRole('form', { name: 'Login' }).getByLabel('Email').fill('nobody@example.com')
    await page.getByRole('form', { name: 'Login' }).getByLabel('Password', { exact: true }).fill('no-such-password')
    await page.getByRole('button', { name: 'Sign In' }).click()

    await expect(page.getByText('Invalid login credentials')).toBeVisible()
    expect(await page.evaluate((key) => window.localStorage.getItem(key), STORAGE_KEY)).toBeNull()
  },
)
