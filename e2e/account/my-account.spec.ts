import { canSignIn, createSession, expect, linkIn, test } from '../fixtures/test.ts'
import { expectToast } from './forms.ts'

const ACCOUNT = '/dashboard/account'

test('a customer changes their name, phone number and password', async ({
  page,
  context,
  createCustomer,
  signIn,
  site,
  rest,
}) => {
  const customer = await createCustomer()
  await signIn(page, customer)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'My account' }).click()
  const form = page.getByRole('form', { name: 'Your details' })
  const profile = async () => (await rest(`profiles?id=eq.${customer.id}&select=first_name,last_name,phone`))[0]

  await form.getByLabel('Full name').fill('Ada Mary Marsh')
  await form.getByLabel('Phone').fill('07123 456789')
  await form.getByRole('button', { name: 'Save details' }).click()
  await expectToast(page, 'Your details have been saved.')
  expect(await profile()).toEqual({ first_name: 'Ada', last_name: 'Mary Marsh', phone: '07123 456789' })

  await test.step('details entered while offline are saved once the connection is back', async () => {
    await form.getByLabel('Full name').fill('Ada Lost Marsh')
    await context.setOffline(true)
    await form.getByRole('button', { name: 'Save details' }).click()
    await expect(form.getByRole('alert').filter({ hasText: 'You’re offline.' })).toBeVisible()
    await context.setOffline(false)
    await expect.poll(profile).toMatchObject({ last_name: 'Lost Marsh' })
  })

  await test.step('changing the password requires the current password', async () => {
    await page.getByRole('button', { name: 'Change your password' }).click()
    const password = page.getByRole('form', { name: 'Change password' })
    await password.getByLabel('Current password').fill('not-the-one')
    await password.getByLabel('New password', { exact: true }).fill('another-horse')
    await password.getByLabel('Confirm new password').fill('another-horse')
    await password.getByRole('button', { name: 'Change password' }).click()
    await expect(password.getByText('That isn’t your current password')).toBeVisible()
    await password.getByLabel('Current password').fill(customer.password)
    await password.getByRole('button', { name: 'Change password' }).click()
    await expectToast(page, 'Your password has been changed.')
    expect(await canSignIn(site, { email: customer.email, password: 'another-horse' })).toBe(true)
  })

  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Ada Lost Marsh' })).toBeVisible()
})

test('a customer sees their devices and can sign out one of the others or all of them', async ({
  page,
  createCustomer,
  signIn,
  site,
}) => {
  const customer = await createCustomer()
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
  const phone = await createSession(site, customer, chrome)
  const tablet = await createSession(site, customer)
  const isSignedIn = async (session: string) => {
    const authorization = `Bearer ${JSON.parse(session).access_token}`
    const headers = { apikey: site.keys.publishableKey, authorization }
    return (await fetch(`${site.backendUrl}/auth/v1/user`, { headers })).ok
  }
  await signIn(page, customer)
  await page.goto(ACCOUNT)
  const section = page.getByRole('region', { name: 'Where you’re signed in' })
  await expect(section.getByRole('listitem')).toHaveCount(3)
  await expect(section.getByRole('listitem').first()).toContainText('This device')
  const signedIn = section.getByRole('listitem').filter({ hasText: /Chrome on / })
  await expect(signedIn).toContainText('last used')

  await signedIn.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await expectToast(page, 'The device has been signed out.')
  await expect(section.getByRole('listitem')).toHaveCount(2)
  expect([await isSignedIn(phone), await isSignedIn(tablet)]).toEqual([false, true])

  await section.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expectToast(page, 'All other devices have been signed out.')
  await expect(section.getByRole('listitem')).toHaveCount(1)
  expect(await isSignedIn(tablet)).toBe(false)
})

test('a magic link signs the customer in after one more click', async ({ page, createCustomer, site, mail }) => {
  const customer = await createCustomer()
  await fetch(`${site.backendUrl}/auth/v1/otp`, {
    method: 'POST',
    headers: { apikey: site.keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: customer.email, create_user: false }),
  })

  await page.goto(linkIn(await mail.waitFor(customer.email), '/auth/confirm'))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'DASHBOARD' })).toBeVisible()
})
