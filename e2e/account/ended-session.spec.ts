// The session ends elsewhere, by "Sign out all other devices" or a new password, while this browser has a screen open.
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { codeOf, turnOnTwoSteps } from '../fixtures/totp.ts'
import { createAccount, expectToast } from './forms.ts'

const ACCOUNT = '/dashboard/account'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' })

async function signInAgain(page: Page, password: string): Promise<void> {
  await dialog(page).getByLabel('Password', { exact: true }).fill(password)
  await dialog(page).getByRole('button', { name: 'Sign in' }).click()
}

async function signOutAllOthers(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expectToast(page, 'All other devices have been signed out.')
}

test('an admin whose session ended elsewhere signs in over the vehicle form and saves what was typed', async ({
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
  await page.getByRole('button', { name: 'Update Vehicle' }).focus()
  const elsewhere = await openElsewhere()
  await signIn(elsewhere, admin)
  await signOutAllOthers(elsewhere, '/admin/account')

  // By key: the back office asks for its status now and then, and the dialog may be there already.
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
  await page.getByRole('button', { name: 'Update Vehicle' }).click()
  await expectToast(page, 'Vehicle updated successfully!')
  expect(await rest(`vehicles?id=eq.${vehicle?.id}&price=eq.4321&select=model`)).toEqual([{ model: 'P6 Typed Before' }])
})

test('a customer whose session ended elsewhere signs in over the form for their details', async ({
  page,
  createCustomer,
  signIn,
  openElsewhere,
  rest,
}) => {
  const customer = await createCustomer()
  await signIn(page, customer)
  await page.goto(ACCOUNT)
  const form = page.getByRole('form', { name: 'Your details' })
  await form.getByLabel('Full Name').fill('Ada Typed Before')
  const elsewhere = await openElsewhere()
  await signIn(elsewhere, customer)
  await signOutAllOthers(elsewhere, ACCOUNT)

  await form.getByRole('button', { name: 'Save Details' }).click()
  await signInAgain(page, customer.password)
  await expect(dialog(page)).toBeHidden()
  await expect(form.getByLabel('Full Name')).toHaveValue('Ada Typed Before')
  await form.getByRole('button', { name: 'Save Details' }).click()

  await expectToast(page, 'Your details have been saved.')
  const [profile] = await rest(`profiles?id=eq.${customer.id}&select=first_name,last_name`)
  expect(profile).toEqual({ first_name: 'Ada', last_name: 'Typed Before' })
})

test('a customer’s dashboard never says that there are no enquiries once the session has ended', async ({
  page,
  createCustomer,
  signIn,
  openElsewhere,
  rest,
}) => {
  const customer = await createCustomer()
  const [vehicle] = await rest<{ id: string }[]>('vehicles?select=id&sold=is.false&limit=1')
  const lead = { name: 'Ada', email: customer.email, phone: '1', message: 'Hello', vehicle_id: vehicle?.id }
  await rest('enquiries', { method: 'POST', body: JSON.stringify(lead) })
  await signIn(page, customer)
  await page.goto(ACCOUNT)
  await expect(page.getByRole('form', { name: 'Your details' })).toBeVisible()
  const elsewhere = await openElsewhere()
  await signIn(elsewhere, customer)
  await signOutAllOthers(elsewhere, ACCOUNT)

  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(dialog(page)).toBeVisible()
  await expect(page.getByText('You have not made an enquiry yet')).toBeHidden()
  await signInAgain(page, customer.password)

  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('region', { name: 'Your Enquiries' }).getByRole('listitem')).toHaveCount(1)
})

test('a customer with two-step verification passes both steps over the open screen', async ({
  page,
  createCustomer,
  site,
  rest,
}) => {
  const customer = await createCustomer()
  const { secret, session } = await turnOnTwoSteps(site, customer)
  await page.goto('/robots.txt')
  await page.evaluate((value) => window.localStorage.setItem('forecourt-auth', value), session)
  await page.goto(ACCOUNT)
  const form = page.getByRole('form', { name: 'Your details' })
  await form.getByLabel('Full Name').fill('Ada Typed Before')
  // Every session ends with a new password.
  await fetch(`${site.backendUrl}/auth/v1/admin/users/${customer.id}`, {
    method: 'PUT',
    headers: { apikey: site.keys.secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'another-horse' }),
  })

  await form.getByRole('button', { name: 'Save Details' }).click()
  await signInAgain(page, 'another-horse')
  await dialog(page).getByLabel('Code').fill(codeOf(secret, 1))
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect(dialog(page)).toBeHidden()
  await form.getByRole('button', { name: 'Save Details' }).click()

  await expectToast(page, 'Your details have been saved.')
  expect(await rest(`profiles?id=eq.${customer.id}&select=last_name`)).toEqual([{ last_name: 'Typed Before' }])
})

test('from the dialog one can leave for another account; a tab that was signed out by hand shows no dialog', async ({
  page,
  context,
  createCustomer,
  signIn,
  openElsewhere,
}) => {
  const customer = await createCustomer()
  await signIn(page, customer)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { name: /Welcome/ })).toBeVisible()
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'LOGOUT' }).click()
  await expect(page).toHaveURL('/')
  await expect(other).toHaveURL(/\/auth$/)
  await other.close()

  await signIn(page, customer)
  await page.goto(ACCOUNT)
  const form = page.getByRole('form', { name: 'Your details' })
  await form.getByLabel('Full Name').fill('Ada Typed Before')
  const elsewhere = await openElsewhere()
  await signIn(elsewhere, customer)
  await signOutAllOthers(elsewhere, ACCOUNT)
  await form.getByRole('button', { name: 'Save Details' }).click()
  await dialog(page).getByRole('button', { name: 'Use another account' }).click()

  await expect(page).toHaveURL(/\/auth$/)
})

test('a visitor whose session ended is a guest on public pages, without a dialog', async ({
  page,
  createCustomer,
  signIn,
  openElsewhere,
}) => {
  const customer = await createCustomer()
  await signIn(page, customer)
  const elsewhere = await openElsewhere()
  await signIn(elsewhere, customer)
  await signOutAllOthers(elsewhere, ACCOUNT)

  await page.goto('/about')
  await expect(page.getByRole('banner').getByRole('link', { name: 'LOGIN' })).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/auth$/)
})
