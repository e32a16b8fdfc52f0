import { readFile } from 'node:fs/promises'
import { expect, linkIn, test } from '../fixtures/test.ts'
import { expectToast, logIn, logOut, newEmail } from './forms.ts'

const ACCOUNT = '/dashboard/account'

test('name and phone can be changed, and are shown at once', async ({ page, createCustomer, signIn, rest }) => {
  const customer = await createCustomer()
  await signIn(page, customer)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'My account' }).click()
  const form = page.getByRole('form', { name: 'Your details' })

  await form.getByLabel('Full Name').fill('Ada Mary Marsh')
  await form.getByLabel('Phone').fill('07123 456789')
  await form.getByRole('button', { name: 'Save Details' }).click()

  await expectToast(page, 'Your details have been saved.')
  const [profile] = await rest(`profiles?id=eq.${customer.id}&select=first_name,last_name,phone`)
  expect(profile).toEqual({ first_name: 'Ada', last_name: 'Mary Marsh', phone: '07123 456789' })
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Ada Mary Marsh' })).toBeVisible()
})

test('details typed without a connection are saved when it is back', async ({
  page,
  context,
  createCustomer,
  signIn,
}) => {
  await signIn(page, await createCustomer())
  await page.goto(ACCOUNT)
  const form = page.getByRole('form', { name: 'Your details' })
  await form.getByLabel('Full Name').fill('Ada Lost Marsh')
  await context.setOffline(true)
  await form.getByRole('button', { name: 'Save Details' }).click()
  await expect(form.getByRole('alert').filter({ hasText: 'You are offline.' })).toBeVisible()

  await context.setOffline(false)

  await expectToast(page, 'Your details have been saved.')
})

test('a new password needs the old one', async ({ page, createCustomer, signIn }) => {
  const customer = await createCustomer()
  await signIn(page, customer)
  await page.goto(ACCOUNT)
  await page.getByRole('button', { name: 'Change your password' }).click()
  const form = page.getByRole('form', { name: 'Change Password' })
  await form.getByLabel('Current Password').fill('not-the-one')
  await form.getByLabel('New Password', { exact: true }).fill('another-horse')
  await form.getByLabel('Confirm New Password').fill('another-horse')
  await form.getByRole('button', { name: 'Change Password' }).click()
  await expect(form.getByText('This is not your current password')).toBeVisible()

  await form.getByLabel('Current Password').fill(customer.password)
  await form.getByRole('button', { name: 'Change Password' }).click()

  await expectToast(page, 'Your password has been changed.')
  await logOut(page)
  await page.goto('/auth')
  await logIn(page, { email: customer.email, password: 'another-horse' })
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('another e-mail address needs the word of both mailboxes', async ({
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
  const section = page.getByRole('region', { name: 'E-mail address' })
  await section.getByRole('button', { name: 'Change your e-mail address' }).click()
  await section.getByLabel('New E-mail Address').fill(customer.email.toUpperCase())
  await section.getByRole('button', { name: 'Send the E-mails' }).click()
  await expect(section.getByText('This is your address already')).toBeVisible()
  await section.getByLabel('New E-mail Address').fill(next)
  await section.getByRole('button', { name: 'Send the E-mails' }).click()
  await expect(section.getByText('Two e-mails are on their way')).toBeVisible()
  await expect(section.getByText(next)).toBeVisible()

  // On a phone, where nobody is signed in: one of the two changes nothing.
  const phone = await openElsewhere()
  await phone.goto(linkIn(await mail.waitFor(next), '/auth/confirm'))
  await phone.getByRole('button', { name: 'Agree to the change' }).click()
  await expect(phone.getByText('Now agree in the e-mail to your other address, too.')).toBeVisible()
  await page.reload()
  await expect(section.getByText(customer.email, { exact: true }).first()).toBeVisible()
  await expect(section.getByText('Two e-mails are on their way')).toBeVisible()

  await page.goto(linkIn(await mail.waitFor(customer.email), '/auth/confirm'))
  await page.getByRole('button', { name: 'Agree to the change' }).click()

  await expect(page).toHaveURL(new RegExp(`${ACCOUNT}$`))
  await expect(section.getByText(next, { exact: true })).toBeVisible()
  await expect(section.getByText('Two e-mails are on their way')).toHaveCount(0)
  await logOut(page)
  await page.goto('/auth')
  await logIn(page, { email: next, password: customer.password })
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('devices are listed, and signed out one by one or all others at once', async ({
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
  const section = page.getByRole('region', { name: 'Where you are signed in' })
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

test('everything that is kept comes as one file', async ({ page, createCustomer, signIn, rest }) => {
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

test('an account is deleted by its password, and its leads lose their name', async ({
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
  await dialog.getByLabel('Your Password').fill('not-the-one')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(dialog.getByText('This is not your password.')).toBeVisible()

  await dialog.getByLabel('Your Password').fill(customer.password)
  await dialog.getByRole('button', { name: 'Delete for good' }).click()

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

test('a link by e-mail signs in after one more click', async ({ page, createCustomer, site, mail }) => {
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
