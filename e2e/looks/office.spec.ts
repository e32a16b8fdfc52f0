import { expect, inDays, test, unique } from '../admin/office.ts'
import { LONG } from '../fixtures/test.ts'
import { AT_A_DESK, lookAt } from './look.ts'

test.use(AT_A_DESK)

const SCREENS = [
  { path: 'dashboard', name: 'dashboard', ready: 'Recent Activity' },
  { path: 'vehicles', name: 'vehicles', ready: 'Showing 1 to' },
  { path: 'vehicles/add', name: 'vehicle-add', ready: 'Vehicle Images' },
  { path: 'enquiries', name: 'enquiries', ready: 'Showing 1 to' },
  { path: 'customers', name: 'customers', ready: 'Showing 1' },
  { path: 'sold-vehicles', name: 'sold-vehicles', ready: 'Showing 1' },
  { path: 'seed-data', name: 'seed-data', ready: 'Test vehicles' },
  { path: 'settings', name: 'settings', ready: 'Notifications and checks' },
  { path: 'settings/brand', name: 'settings-brand', ready: 'Social media' },
  { path: 'settings/pages', name: 'settings-pages', ready: 'Frequently asked questions' },
  { path: 'settings/legal', name: 'settings-legal', ready: 'Personal data' },
  { path: 'settings/notifications', name: 'settings-notifications', ready: 'Email status' },
  { path: 'status', name: 'status', ready: 'Showing 1 to' },
  { path: 'account', name: 'account', ready: 'last used' },
]

const UNDELIVERED = [
  {
    template: 'enquiry',
    recipient: 'margret.holis@exampel.com',
    last_error: 'The mail server rejected this address: 550 5.1.1 No such user here',
  },
  {
    template: 'admin-notification',
    recipient: null,
    last_error: `The mail server rejected the message: 554 5.6.0 ${'averylongwordwithoutanyspace'.repeat(6)}`,
  },
].map((mail) => ({ ...mail, status: 'failed', attempts: 4 }))

// Names and words of the maximum length must not break the layout of any screen.
test.beforeEach(async ({ rest, createVehicle, createEnquiry, createTestDrive }) => {
  const vehicle = await createVehicle()
  await createVehicle({ vehicle: { title: unique(`A name with ${'manywords'.repeat(12)}`) } })
  await createVehicle({ vehicle: { sold: true, sold_expiry_date: inDays(20) } })
  await createEnquiry(vehicle)
  await createTestDrive(vehicle)
  for (const mail of UNDELIVERED) await rest('email_outbox', { method: 'POST', body: JSON.stringify(mail) })
  await rest('incidents', {
    method: 'POST',
    headers: { prefer: 'return=representation,resolution=merge-duplicates' },
    body: JSON.stringify({ kind: 'disk-full', count: 3 }),
  })
})
test.afterEach(async ({ rest }) => {
  await rest('email_outbox?status=eq.failed', { method: 'DELETE' })
  await rest('incidents?kind=eq.disk-full', { method: 'DELETE' })
})

test('every screen in the back office looks right', async ({ page, open }) => {
  test.slow()
  for (const { path, name, ready } of SCREENS) {
    await open(`/admin/${path}`)
    await expect(page.getByText(ready).first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await lookAt(page, `admin-${name}`)
  }
})

test('the status screen looks right when nothing is waiting', async ({ page, open, rest }) => {
  // Earlier tests on this site may have delayed confirmations by using up the daily limit.
  await rest('email_outbox?status=eq.pending', { method: 'DELETE' })
  await open('/admin/status?view=waiting')
  await expect(page.getByText('Nothing is waiting.')).toBeVisible()
  await lookAt(page, 'admin-status-calm')
})

test('the vehicle form looks right', async ({ page, open, createVehicle }) => {
  const vehicle = await createVehicle({ features: ['Radio'] })
  await open(`/admin/vehicles/edit/${vehicle.id}`)
  await expect(page.getByLabel('Title')).toHaveValue(vehicle.title)
  await lookAt(page, 'admin-vehicle-edit', { byKeyboard: 'desktop' })
})

test('an open enquiry looks right', async ({ page, open, createVehicle, createEnquiry }) => {
  const enquiry = await createEnquiry(await createVehicle(), { name: unique('Margaret Hollis') })
  await open(`/admin/enquiries?q=${enquiry.name}`)
  await page.getByRole('button', { name: /^View/ }).first().click()
  await expect(page.getByRole('dialog')).toContainText('Responded')
  await lookAt(page, 'admin-enquiry', { byKeyboard: 'phone' })
})

test('the search of the back office looks right', async ({ page, open }) => {
  await open('/admin/account')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('porsche')
  await expect(page.getByRole('status').getByText(/result/)).toBeVisible()
  await lookAt(page, 'admin-find')
})

test('the form for inviting a colleague looks right', async ({ page, open, admin }) => {
  await open('/admin/customers?invite=1')
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' })
  await dialog.getByLabel('Email').fill(admin.email)
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(dialog.getByRole('alert')).toContainText('already has an account')
  await lookAt(page, 'admin-invite', { byKeyboard: 'phone' })
})

test(
  'the page content settings look right when expanded, with errors and in the preview',
  LONG,
  async ({ page, open }) => {
    await open('/admin/settings/pages')
    for (const name of ['On every page', 'Banner', 'Home', 'About Us', 'Frequently asked questions'])
      await page.getByRole('heading', { name, exact: true }).click()
    await page.getByRole('button', { name: 'Add question' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Question is required')).toBeVisible()
    await lookAt(page, 'admin-settings-pages-unfolded', { byKeyboard: 'phone' })

    await open('/admin/settings/legal')
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
    await lookAt(page, 'admin-settings-preview')
  },
)

test('the editor for opening hours by day looks right', LONG, async ({ page, open }) => {
  await open('/admin/settings')
  await page.getByRole('button', { name: 'Edit hours by day' }).click()
  await page.getByRole('button', { name: 'Add a break on Monday' }).click()
  await page.getByLabel('Monday opens again').fill('12:30')
  await page.getByRole('button', { name: 'Add closed days' }).click()
  await expect(page.getByText('The break must end after it starts')).toBeVisible()
  await lookAt(page, 'admin-settings-hours', { byKeyboard: 'phone' })
})
