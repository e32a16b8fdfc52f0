// While a screen is open, the session is ended elsewhere by "Sign out all other devices" or a new password.
import type { Page } from '@playwright/test'
import { waitForHydration } from '../fixtures/hydration.ts'
import type { SiteProcess } from '../fixtures/site-process.ts'
import { addVehicles, findStock, type Rest, removeVehicles } from '../fixtures/stock.ts'
import { createSession, expect, LONG, type Person, signInOnNextPage, test } from '../fixtures/test.ts'
import { codeOf, turnOnTwoSteps } from '../fixtures/totp.ts'
import { chooseSlot, dayAhead } from '../storefront/lead.ts'
import { createAccount, expectToast, logIn } from './forms.ts'

const ACCOUNT = '/dashboard/account'
const AS_GUEST = { name: 'Ada Marsh', user_id: null }

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' })

async function signInAgain(page: Page, password: string): Promise<void> {
  await dialog(page).getByLabel('Password', { exact: true }).fill(password)
  await dialog(page).getByRole('button', { name: 'Sign in' }).click()
}

/**
 * A new password ends all of the account's sessions. The page must load first, because a request sent afterwards would
 * open the dialog.
 */
async function endAllSessions(page: Page, site: SiteProcess, id: string, password: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  const { backendUrl, keys } = site
  const response = await fetch(`${backendUrl}/auth/v1/admin/users/${id}`, {
    method: 'PUT',
    headers: { apikey: keys.secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  })
  expect(response.status).toBe(200)
}

async function addEnquiry(rest: Rest, { email }: Person): Promise<void> {
  const vehicle = await findStock(rest, 'sold=is.false&order=price')
  const lead = { name: 'Ada', email, phone: '1', message: 'Hello', vehicle_id: vehicle.id }
  await rest('enquiries', { method: 'POST', body: JSON.stringify(lead) })
}

test('an admin whose session was ended on another device signs in without leaving the vehicle form and saves the changes', async ({
  page,
  site,
  signIn,
  openElsewhere,
  makeAdmin,
  rest,
}) => {
  const admin = await createAccount(site)
  await makeAdmin(admin.id)
  const [vehicle] = await rest<{ id: string }[]>('vehicles?select=id&sold=is.false&limit=1')
  await signIn(page, admin)
  await page.goto(`/admin/vehicles/edit/${vehicle?.id}`)
  await page.getByLabel('Model').fill('P6 Typed Before')
  await page.getByLabel('Price (£)').fill('4321')
  await page.getByRole('button', { name: 'Update vehicle' }).focus()
  const elsewhere = await openElsewhere()
  await signIn(elsewhere, admin)
  await elsewhere.goto('/admin/account')
  await elsewhere.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expectToast(elsewhere, 'All other devices have been signed out.')

  // Presses the button by keyboard. The back office polls its status, so the dialog may already cover the button.
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Please sign in again to continue.')
  await expect(dialog(page).getByLabel('Email')).toHaveValue(admin.email)
  await signInAgain(page, 'not-the-password')
  await expect(dialog(page).getByText('Invalid login credentials')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeVisible()
  await signInAgain(page, admin.password)
  await expect(dialog(page)).toBeHidden()

  await expect(page.getByLabel('Model')).toHaveValue('P6 Typed Before')
  await expect(page.getByLabel('Price (£)')).toHaveValue('4321')
  await page.getByRole('button', { name: 'Update vehicle' }).click()
  await expectToast(page, 'Vehicle updated successfully!')
  expect(await rest(`vehicles?id=eq.${vehicle?.id}&price=eq.4321&select=model`)).toEqual([{ model: 'P6 Typed Before' }])
})

test('a customer whose session was ended on another device signs in without leaving the open screen', async ({
  page,
  site,
  createCustomer,
  signIn,
  rest,
}) => {
  const customer = await createCustomer()
  await addEnquiry(rest, customer)
  await createSession(site, customer)
  await signIn(page, customer)
  await page.goto(ACCOUNT)

  await test.step('no message claims that the other devices were signed out', async () => {
    const button = page.getByRole('button', { name: 'Sign out all other devices' })
    await expect(button).toBeVisible()
    await endAllSessions(page, site, customer.id, 'second-horse')
    await button.click()
    await expectToast(page, 'We couldn’t sign the other devices out. Please try again.')
    await expect(dialog(page)).toBeVisible()
    await expect(page.getByText('All other devices have been signed out.')).toHaveCount(0)
  })

  await test.step('the dialog shows an error if the service fails after the right password has been entered', async () => {
    await page.route(/\/rest\/v1\/profiles/, (route) => route.fulfill({ status: 500, json: { message: 'down' } }))
    await signInAgain(page, 'second-horse')
    await expect(dialog(page).getByText('Something went wrong on our side. Please try again.')).toBeVisible()
    await page.unroute(/\/rest\/v1\/profiles/)
    await signInAgain(page, 'second-horse')
    await expect(dialog(page)).toBeHidden()
  })

  await test.step('the account details form keeps what was typed, and saves it', async () => {
    const form = page.getByRole('form', { name: 'Your details' })
    await form.getByLabel('Full name').fill('Ada Typed Before')
    await endAllSessions(page, site, customer.id, 'third-horse')
    await form.getByRole('button', { name: 'Save details' }).click()
    await signInAgain(page, 'third-horse')
    await expect(dialog(page)).toBeHidden()
    await expect(form.getByLabel('Full name')).toHaveValue('Ada Typed Before')
    await form.getByRole('button', { name: 'Save details' }).click()
    await expectToast(page, 'Your details have been saved.')
    const [profile] = await rest(`profiles?id=eq.${customer.id}&select=first_name,last_name`)
    expect(profile).toEqual({ first_name: 'Ada', last_name: 'Typed Before' })
  })

  await test.step('the password form keeps what was typed, and changes the password', async () => {
    await page.getByRole('button', { name: 'Change your password' }).click()
    const form = page.getByRole('form', { name: 'Change password' })
    await form.getByLabel('Current password').fill('fourth-horse')
    await form.getByLabel('New password', { exact: true }).fill('fifth-horse')
    await form.getByLabel('Confirm new password').fill('fifth-horse')
    await endAllSessions(page, site, customer.id, 'fourth-horse')
    await form.getByRole('button', { name: 'Change password' }).click()
    await signInAgain(page, 'fourth-horse')
    await expect(dialog(page)).toBeHidden()
    await expect(form.getByRole('alert')).toHaveCount(0)
    await form.getByRole('button', { name: 'Change password' }).click()
    await expectToast(page, 'Your password has been changed.')
  })

  await test.step('the dashboard never shows an empty list of enquiries', async () => {
    await endAllSessions(page, site, customer.id, 'sixth-horse')
    await page.getByRole('link', { name: 'Back to the dashboard' }).click()
    await expect(dialog(page)).toBeVisible()
    await expect(page.getByText('You haven’t made an enquiry yet')).toBeHidden()
    await signInAgain(page, 'sixth-horse')
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('region', { name: 'Your enquiries' }).getByRole('listitem')).toHaveCount(1)
  })

  await test.step('on public pages the customer becomes a guest, without a dialog', async () => {
    await endAllSessions(page, site, customer.id, 'seventh-horse')
    await page.goto('/about')
    await expect(page.getByRole('banner').getByRole('link', { name: 'LOGIN' })).toBeVisible()
    await expect(dialog(page)).toBeHidden()
    await page.goto('/dashboard')
    await expect(page).toHaveURL(/\/auth$/)
  })
})

// two-steps.spec.ts signs in with both kinds of code, and the test above uses the dialog.
test(
  'a customer with two-step verification completes both steps, with a code or a recovery code, without leaving the open screen',
  LONG,
  async ({ page, createCustomer, hosted, site, rest }) => {
    const customer = await createCustomer()
    const { secret, session } = await turnOnTwoSteps(site, customer)
    const made = await fetch(`${site.backendUrl}/auth/v1/recovery-codes`, {
      method: 'POST',
      headers: { apikey: site.keys.publishableKey, authorization: `Bearer ${JSON.parse(session).access_token}` },
    })
    await signInOnNextPage(page, session)
    await page.goto(ACCOUNT)
    const form = page.getByRole('form', { name: 'Your details' })
    await form.getByLabel('Full name').fill('Ada Typed Before')
    await endAllSessions(page, site, customer.id, 'another-horse')

    await form.getByRole('button', { name: 'Save details' }).click()
    await signInAgain(page, 'another-horse')
    await expect(dialog(page)).toContainText('One more step: please enter your code.')
    await expect(dialog(page).getByLabel('Code')).toBeFocused()
    await dialog(page).getByLabel('Code').fill(codeOf(secret, 1))
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    await expect(dialog(page)).toBeHidden()
    await form.getByRole('button', { name: 'Save details' }).click()
    await expectToast(page, 'Your details have been saved.')
    expect(await rest(`profiles?id=eq.${customer.id}&select=last_name`)).toEqual([{ last_name: 'Typed Before' }])

    // A hosted project has no recovery codes.
    if (hosted) return
    const { codes } = (await made.json()) as { codes: string[] }
    await form.getByLabel('Full name').fill('Ada Typed Again')
    await endAllSessions(page, site, customer.id, 'a-third-horse')
    await form.getByRole('button', { name: 'Save details' }).click()
    await signInAgain(page, 'a-third-horse')
    await dialog(page).getByRole('button', { name: 'Use a recovery code' }).click()
    await dialog(page)
      .getByRole('textbox', { name: 'Recovery code' })
      .fill(codes[0] ?? '')
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    await expect(dialog(page)).toBeHidden()
    await form.getByRole('button', { name: 'Save details' }).click()
    await expect
      .poll(() => rest(`profiles?id=eq.${customer.id}&select=last_name`))
      .toEqual([{ last_name: 'Typed Again' }])
  },
)

test('a user can switch accounts from the sign-in dialog, and signing out in one tab does not open the dialog in another', async ({
  page,
  context,
  site,
  createCustomer,
  signIn,
}) => {
  const customer = await createCustomer()
  await signIn(page, customer)
  await page.goto('/dashboard')
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { name: /Welcome/ })).toBeVisible()
  await page.getByRole('button', { name: 'LOGOUT' }).click()
  await expect(page).toHaveURL('/')
  await expect(other).toHaveURL(/\/auth$/)
  await other.close()

  await signIn(page, customer)
  await page.goto(ACCOUNT)
  const form = page.getByRole('form', { name: 'Your details' })
  await form.getByLabel('Full name').fill('Ada Typed Before')
  await endAllSessions(page, site, customer.id, 'another-horse')
  await form.getByRole('button', { name: 'Save details' }).click()
  await dialog(page).getByRole('button', { name: 'Use another account' }).click()

  await expect(page).toHaveURL(/\/auth$/)
})

test('an enquiry and a test drive are sent as if by a guest if the session ended while the form was open', async ({
  page,
  site,
  createCustomer,
  signIn,
  rest,
}) => {
  const customer = await createCustomer()
  const vehicle = await findStock(rest, 'sold=is.false&order=price')
  await signIn(page, customer)
  await page.goto(`/vehicles/${vehicle.id}/enquiry`)
  await expect(page.getByLabel('Name')).toHaveValue('Ada Marsh')
  await page.getByLabel('Phone').fill('07123 456789')
  await page.getByLabel('Message').fill('Is there a service history?')
  await endAllSessions(page, site, customer.id, 'another-horse')
  await page.getByRole('button', { name: 'Send enquiry' }).click()
  await expect(page.getByRole('heading', { name: 'Enquiry submitted successfully!' })).toBeVisible()
  expect(await rest(`enquiries?select=name,user_id&email=eq.${customer.email}`)).toEqual([AS_GUEST])

  const made = await addVehicles(rest, [{ title: 'Vehicle to drive as a guest' }])
  await signIn(page, { email: customer.email, password: 'another-horse' })
  await page.goto(`/vehicles/${made[0]?.id}/test-drive`)
  await expect(page.getByLabel('Name')).toHaveValue('Ada Marsh')
  await page.getByLabel('Phone').fill('07123 456789')
  await page.getByRole('button', { name: 'Next' }).click()
  await chooseSlot(page, dayAhead(3), '11:00')
  await endAllSessions(page, site, customer.id, 'a-third-horse')
  await page.getByRole('button', { name: 'Book Test Drive' }).click()
  await expect(page.getByRole('heading', { name: 'Test drive request submitted successfully!' })).toBeVisible()
  expect(await rest(`test_drives?select=name,user_id&email=eq.${customer.email}`)).toEqual([AS_GUEST])
  await removeVehicles(rest, made)
})

test('an access token that the service no longer accepts is replaced silently', async ({
  page,
  site,
  createCustomer,
  signIn,
  rest,
}) => {
  const customer = await createCustomer()
  await addEnquiry(rest, customer)
  const { access_token: token } = JSON.parse(await createSession(site, customer)) as { access_token: string }
  const [head, claims, signature = ''] = token.split('.')
  await signIn(page, customer, { access_token: [head, claims, [...signature].reverse().join('')].join('.') })

  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: /Welcome/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your enquiries' }).getByRole('listitem')).toHaveCount(1)
})

test('a user without a password signs in from another tab, and the open screen then loads its data', async ({
  page,
  context,
  site,
  createCustomer,
  rest,
}) => {
  const customer = await createCustomer()
  await addEnquiry(rest, customer)
  const session = JSON.parse(await createSession(site, customer))
  session.user.identities = [{ provider: 'google' }]
  await signInOnNextPage(page, JSON.stringify(session))
  await page.goto(ACCOUNT)
  await expect(page.getByRole('form', { name: 'Your details' })).toBeVisible()
  await endAllSessions(page, site, customer.id, 'another-horse')
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  const link = dialog(page).getByRole('link', { name: 'Sign in another way in a new tab' })
  await expect(link).toHaveAttribute('href', '/auth')
  await expect(link).toHaveAttribute('target', '_blank')

  const other = waitForHydration(await context.newPage())
  await other.goto('/auth')
  await logIn(other, { email: customer.email, password: 'another-horse' })
  await expect(other).toHaveURL(/\/dashboard$/)
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('region', { name: 'Your enquiries' }).getByRole('listitem')).toHaveCount(1)
})
