import { readFile } from 'node:fs/promises'
import { expect, linkIn, test } from '../fixtures/test.ts'
import { expectToast, logIn, logOut, newEmail } from './forms.ts'

const ACCOUNT = '/dashboard/account'

test('a customer changes their name and phone number and sees the changes at once', async ({
  page,
  createCustomer,
  signIn,
  rest,
}) => {
  const customer = await createCustomer()
  await signIn(page, customer)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'My account' }).click()
  const form = page.getByRole('form', { name: 'Your details' })

  await form.getByLabel('Full name').fill('Ada Mary Marsh')
  await form.getByLabel('Phone').fill('07123 456789')
  await form.getByRole('button', { name: 'Save details' }).click()

  await expectToast(page, 'Your details have been saved.')
  const [profile] = await rest(`profiles?id=eq.${customer.id}&select=first_name,last_name,phone`)
  expect(profile).toEqual({ first_name: 'Ada', last_name: 'Mary Marsh', phone: '07123 456789' })
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Ada Mary Marsh' })).toBeVisible()
})

test('details entered while offline are saved once the connection is back', async ({
  page,
  context,
  createCustomer,
  signIn,
}) => {
  await signIn(page, await createCustomer())
  await page.goto(ACCOUNT)
  const form = page.getByRole('form', { name: 'Your details' })
  await form.getByLabel('Full name').fill('Ada Lost Marsh')
  await context.setOffline(true)
  await form.getByRole('button', { name: 'Save details' }).click()
  await expect(form.getByRole('alert').filter({ hasText: 'You’re offline.' })).toBeVisible()

  await context.setOffline(false)

  await expectToast(page, 'Your details have been saved.')
})

test('changing the password requires the current password', async ({ page, createCustomer, signIn }) => {
  const customer = await createCustomer()
  await signIn(page, customer)
  await page.goto(ACCOUNT)
  await page.getByRole('button', { name: 'Change your password' }).click()
  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByLabel('Current password').fill('not-the-one')
  await form.getByLabel('New password', { exact: true }).fill('another-horse')
  await form.getByLabel('Confirm new password').fill('another-horse')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByText('That isn’t your current password')).toBeVisible()

  await form.getByLabel('Current password').fill(customer.password)
  await form.getByRole('button', { name: 'Change password' }).click()

  await expectToast(page, 'Your password has been changed.')
  await logOut(page)
  await page.goto('/auth')
  await logIn(page, { email: customer.email, password: 'another-horse' })
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a change of email address must be confirmed from both addresses', async ({
  page,
  openElsewhere,
  createCustomer,
  signIn,
  mail,
}) => {
  const customer = await createCustomer()
  const next = newEmail()
  await signIn(page, customer)
  await page.goto(ACCOUNT)
  const section = page.getByRole('region', { name: 'Email address' })
  await section.getByRole('button', { name: 'Change your email address' }).click()
  await section.getByLabel('New email address').fill(customer.email.toUpperCase())
  await section.getByRole('button', { name: 'Send confirmation emails' }).click()
  await expect(section.getByText('This is already your email address')).toBeVisible()
  await section.getByLabel('New email address').fill(next)
  await section.getByRole('button', { name: 'Send confirmation emails' }).click()
  await expect(section.getByText('Check both inboxes')).toBeVisible()
  await expect(section.getByText(next)).toBeVisible()

  // On a phone without a session, confirming only one of the two addresses changes nothing.
  const phone = await openElsewhere()
  await phone.goto(linkIn(await mail.waitFor(next), '/auth/confirm'))
  await phone.getByRole('button', { name: 'Confirm the change' }).click()
  await expect(phone.getByText('Please confirm the change from your other email address too.')).toBeVisible()
  await page.reload()
  await expect(section.getByText(customer.email, { exact: true }).first()).toBeVisible()
  await expect(section.getByText('Check both inboxes')).toBeVisible()

  await page.goto(linkIn(await mail.waitFor(customer.email), '/auth/confirm'))
  await page.getByRole('button', { name: 'Confirm the change' }).click()

  await expect(page).toHaveURL(new RegExp(`${ACCOUNT}$`))
  await expect(section.getByText(next, { exact: true })).toBeVisible()
  await expect(section.getByText('Check both inboxes')).toHaveCount(0)
  await logOut(page)
  await page.goto('/auth')
  await logIn(page, { email: next, password: customer.password })
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a customer sees their devices and can sign out one of the others or all of them', async ({
  page,
  openElsewhere,
  createCustomer,
  signIn,
}) => {
  const customer = await createCustomer()
  const [phone, tablet] = [await openElsewhere(), await openElsewhere()]
  await phone.goto('/auth')
  await logIn(phone, customer)
  await expect(phone).toHaveURL(/\/dashboard$/)
  for (const other of [tablet, page]) await signIn(other, customer)
  await page.goto(ACCOUNT)
  const section = page.getByRole('region', { name: 'Where you’re signed in' })
  await expect(section.getByRole('listitem')).toHaveCount(3)
  await expect(section.getByRole('listitem').first()).toContainText('This device')
  const signedIn = section.getByRole('listitem').filter({ hasText: /Chrome on / })
  await expect(signedIn).toContainText('last used')

  await signedIn.getByRole('button', { name: /^Sign out Chrome/ }).click()

  await expectToast(page, 'The device has been signed out.')
  await expect(section.getByRole('listitem')).toHaveCount(2)
  await section.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expectToast(page, 'All other devices have been signed out.')
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await tablet.goto(ACCOUNT)
  await expect(tablet).toHaveURL(/\/auth$/)
})

test('a customer downloads their data as one file', async ({ page, createCustomer, signIn, rest }) => {
  const customer = await createCustomer()
  const [vehicle] = await rest<{ id: string }[]>('vehicles?sold=is.false&select=id&limit=1')
  const lead = { name: 'Ada Marsh', email: customer.email, phone: '07123 456789', vehicle_id: vehicle?.id }
  await rest('enquiries', { method: 'POST', body: JSON.stringify({ ...lead, message: 'Is it still there?' }) })
  await signIn(page, customer)
  await page.goto(ACCOUNT)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const download = await downloading

  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d{2}-\d{2}\.json$/)
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
    account: { email: customer.email },
    profile: { first_name: 'Ada' },
    enquiries: [{ message: 'Is it still there?' }],
    saved_vehicles_on_this_device: [],
  })
})

test('a customer deletes their account by entering the password, and their leads are anonymised', async ({
  page,
  createCustomer,
  signIn,
  rest,
}) => {
  const customer = await createCustomer()
  const [vehicle] = await rest<{ id: string }[]>('vehicles?sold=is.false&select=id&limit=1')
  const lead = { name: 'Ada Marsh', email: customer.email, phone: '07123 456789', vehicle_id: vehicle?.id }
  const [enquiry] = await rest<{ id: string }[]>('enquiries', {
    method: 'POST',
    body: JSON.stringify({ ...lead, message: 'Is it still there?' }),
  })
  await signIn(page, customer)
  await page.goto(ACCOUNT)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account' })
  await dialog.getByLabel('Your password').fill('not-the-one')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(dialog.getByText('That isn’t your password.')).toBeVisible()

  await dialog.getByLabel('Your password').fill(customer.password)
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()

  await expectToast(page, 'Your account has been deleted.')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'LOGIN' })).toBeVisible()
  expect(await rest(`enquiries?id=eq.${enquiry?.id}&select=name,email,status`)).toEqual([
    { name: 'Deleted account', email: 'deleted@account.invalid', status: 'Closed' },
  ])
  await page.goto('/auth')
  await logIn(page, customer)
  await expect(page.getByText('Invalid login credentials')).toBeVisible()
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
