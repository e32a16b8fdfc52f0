import type { Page } from '@playwright/test'
import { expect, inDays, test, unique } from '../admin/office.ts'
import { LONG } from '../fixtures/test.ts'
import { AT_A_DESK, goWithin, lookAt } from './look.ts'

test.use(AT_A_DESK)

interface Screen {
  path: string
  name: string
  heading: string
  ready: string
}

const MAIN_SCREENS: Screen[] = [
  { path: 'dashboard', name: 'dashboard', heading: 'Dashboard', ready: 'Recent Activity' },
  { path: 'vehicles', name: 'vehicles', heading: 'Vehicles', ready: 'Showing 1 to' },
  { path: 'vehicles/add', name: 'vehicle-add', heading: 'Add New Vehicle', ready: 'Vehicle Images' },
  { path: 'enquiries', name: 'enquiries', heading: 'Enquiries', ready: 'Showing 1 to' },
  { path: 'people', name: 'people', heading: 'People', ready: 'Showing 1' },
  { path: 'settings', name: 'settings', heading: 'Settings', ready: 'Notifications and checks' },
  { path: 'status', name: 'status', heading: 'System Status', ready: 'Showing 1 to' },
]

const OTHER_SCREENS: Screen[] = [
  { path: 'makes', name: 'makes', heading: 'Makes and models', ready: 'Showing 1 to' },
  { path: 'customers', name: 'customers', heading: 'Customers', ready: 'Showing 1' },
  { path: 'sold-vehicles', name: 'sold-vehicles', heading: 'Sold Vehicles', ready: 'Showing 1' },
  { path: 'what-to-buy', name: 'what-to-buy', heading: 'What to buy', ready: 'Nothing to show yet' },
  { path: 'staff', name: 'staff', heading: 'Staff', ready: '(you)' },
  { path: 'activity', name: 'activity', heading: 'Activity', ready: 'Showing 1' },
  { path: 'seed-data', name: 'seed-data', heading: 'Seed Data', ready: 'Test vehicles' },
  { path: 'settings/brand', name: 'settings-brand', heading: 'Settings', ready: 'Social media' },
  { path: 'settings/pages', name: 'settings-pages', heading: 'Settings', ready: 'Frequently asked questions' },
  { path: 'settings/legal', name: 'settings-legal', heading: 'Settings', ready: 'Personal data' },
  { path: 'settings/notifications', name: 'settings-notifications', heading: 'Settings', ready: 'Emails to customers' },
  { path: 'settings/email', name: 'settings-email', heading: 'Settings', ready: 'Email status' },
  { path: 'settings/guides', name: 'settings-guides', heading: 'Settings', ready: 'No guides yet' },
  { path: 'settings/guides/add', name: 'guide', heading: 'Write a page', ready: 'Save draft' },
  { path: 'help', name: 'help', heading: 'Help', ready: 'Your first hour' },
  { path: 'account', name: 'account', heading: 'My account', ready: 'last used' },
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

async function lookAtScreens(page: Page, screens: Screen[]): Promise<void> {
  for (const { path, name, heading, ready } of screens) {
    await goWithin(page, `/admin/${path}`)
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
    await expect(page.getByText(ready).first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await lookAt(page, `admin-${name}`)
  }
}

test('the main screens of the back office look right', async ({ page, open, createVehicle, createEnquiry }) => {
  test.slow()
  const enquiry = await createEnquiry(await createVehicle(), { name: unique('Margaret Hollis') })
  await open('/admin/dashboard')
  await lookAtScreens(page, MAIN_SCREENS)
  const main = page.getByRole('main')
  await goWithin(page, `/admin/enquiries/enquiry/${enquiry.id}/full`)
  await expect(main.getByText('Responded').first()).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await lookAt(page, 'admin-lead')
  await main.getByRole('link', { name: enquiry.name, exact: true }).click()
  await expect(main.getByRole('heading', { name: 'Enquiries and test drives' })).toBeVisible()
  await lookAt(page, 'admin-person')
})

test('all other screens of the back office look right', LONG, async ({ page, open }) => {
  test.slow()
  await open('/admin/dashboard')
  await lookAtScreens(page, OTHER_SCREENS)
})

test(
  'the status screen, the vehicle form, the preview of a bulk change, an open enquiry and the form for inviting a colleague look right',
  LONG,
  async ({ page, open, rest, admin, createVehicle, createEnquiry }) => {
    const vehicle = await createVehicle({ features: ['Radio'] })
    const enquiry = await createEnquiry(vehicle, { name: unique('Margaret Hollis') })
    // Earlier tests on this site may have delayed confirmations by using up the daily limit.
    await rest('email_outbox?status=eq.pending', { method: 'DELETE' })
    await open('/admin/status?view=waiting')
    await expect(page.getByText('Nothing is waiting.')).toBeVisible()
    await lookAt(page, 'admin-status-calm')

    await goWithin(page, `/admin/vehicles/edit/${vehicle.id}`)
    await expect(page.getByLabel('Title')).toHaveValue(vehicle.title)
    await lookAt(page, 'admin-vehicle-edit', { byKeyboard: 'desktop' })

    await goWithin(page, '/admin/vehicles')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog').getByRole('heading', { name: /^Will be deleted/ })).toBeVisible()
    await lookAt(page, 'admin-vehicles-delete', { byKeyboard: 'phone' })

    await goWithin(page, `/admin/enquiries?q=${enquiry.name}`)
    await page.getByRole('button', { name: /^View/ }).first().click()
    await expect(page.getByRole('dialog')).toContainText('Responded')
    await lookAt(page, 'admin-enquiry', { byKeyboard: 'phone' })

    await goWithin(page, '/admin/account')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('porsche')
    await expect(page.getByRole('status').getByText(/result/)).toBeVisible()
    await lookAt(page, 'admin-find')

    await goWithin(page, '/admin/staff?invite=1')
    const dialog = page.getByRole('dialog', { name: 'Invite a colleague' })
    await dialog.getByLabel('Email').fill(admin.email)
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await expect(dialog.getByRole('alert')).toContainText('already has an account')
    await lookAt(page, 'admin-invite', { byKeyboard: 'phone' })
  },
)

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
