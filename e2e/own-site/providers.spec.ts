import { test } from '../fixtures/own-sites.ts'
import { createSession, expect } from '../fixtures/test.ts'

// backend/wire covers the exchange with the provider; here a fake provider redirects the browser back.
test('a configured provider is offered on the sign-in page and returns the user to the page that required sign-in', async ({
  page,
  createCustomer,
  request,
  site,
}) => {
  const customer = await createCustomer()
  expect(await (await request.get('/auth')).text()).toContain('Continue with')
  const session = JSON.parse(await createSession(site, customer))
  const { access_token, refresh_token, expires_in, expires_at } = session
  const tokens = new URLSearchParams({ access_token, refresh_token, expires_in, expires_at, token_type: 'bearer' })
  const answers = [`error=access_denied&error_code=bad_oauth_callback&error_description=Turned+round`, String(tokens)]
  await page.route('**/auth/v1/authorize**', (route) => {
    const asked = new URL(route.request().url()).searchParams
    expect(asked.get('provider')).toBe('google')
    return route.fulfill({ status: 302, headers: { location: `${asked.get('redirect_to')}#${answers.shift()}` } })
  })

  await page.goto('/dashboard/account')
  await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveText(['Continue with Google'])
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByText('We couldn’t sign you in. Please try again.')).toBeVisible()
  await expect(page).toHaveURL(/\/auth$/)

  await page.getByRole('button', { name: 'Continue with Google' }).click()

  await expect(page).toHaveURL(/\/dashboard\/account$/)
  await expect(page.getByRole('region', { name: 'Email address' }).getByText(customer.email)).toBeVisible()
})
