import type { Page } from '@playwright/test'
import { addVehicles, findStock, removeVehicles } from '../fixtures/stock.ts'
import { expect, test } from '../fixtures/test.ts'
import { dayAhead } from '../storefront/lead.ts'

declare global {
  interface Window {
    layoutShifts: number
  }
}

/** Adds up how far the page's parts move by themselves, as browsers report it. */
const countLayoutShifts = (page: Page) =>
  page.addInitScript(() => {
    window.layoutShifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        window.layoutShifts += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })

test('the dashboard shows only the customer’s own enquiries, and each test drive with the date and time booked', async ({
  page,
  createCustomer,
  signIn,
  rest,
}) => {
  const customer = await createCustomer()
  const vehicle = await findStock(rest, 'sold=is.false')
  const lead = { name: 'Ada Marsh', email: customer.email, phone: '07123 456789', vehicle_id: vehicle.id }
  const add = (row: object) =>
    rest<{ id: string }[]>('enquiries', {
      method: 'POST',
      body: JSON.stringify({ ...lead, message: 'Is it still there?', status: 'New', ...row }),
    })
  const [first] = await add({})
  await add({})
  await add({ email: 'someone-else@example.com' })
  await rest(`enquiries?id=eq.${first?.id}`, { method: 'PATCH', body: JSON.stringify({ status: 'In Progress' }) })
  const [driven] = await addVehicles(rest, [{ title: 'Vehicle on the dashboard' }])
  const day = dayAhead(9)
  const booking = { ...lead, vehicle_id: driven?.id, preferred_date: `${day.iso}T14:00:00`, status: 'Scheduled' }
  await rest('test_drives', { method: 'POST', body: JSON.stringify(booking) })
  const reply = { kind: 'enquiry', lead_id: first?.id, event: 'reply', subject: 'Your enquiry', delivery: 'sent' }
  await rest('lead_events', { method: 'POST', body: JSON.stringify({ ...reply, body: 'Yes, come and see it.' }) })
  await add({ vehicle_id: driven?.id, message: 'Does it tow?' })
  await signIn(page, customer)
  await countLayoutShifts(page)

  await page.goto('/dashboard')

  const list = page.getByRole('region', { name: 'Your enquiries' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  expect(await page.evaluate(() => window.layoutShifts)).toBeLessThan(0.01)
  const booked = list.getByRole('listitem').filter({ hasText: 'Vehicle on the dashboard' })
  await expect(booked.getByRole('link', { name: /^Book a test drive/ })).toHaveCount(0)
  await booked.getByText('What you wrote').click()
  await expect(booked.getByText('Does it tow?')).toBeVisible()
  await expect(list.getByRole('listitem').last()).toContainText(vehicle.title)
  await expect(list.getByText('New').first()).toBeVisible()
  await expect(list.getByRole('listitem').first().locator('picture img')).toBeVisible()
  await expect(list.getByRole('link', { name: /^Book a test drive/ }).first()).toHaveAttribute(
    'href',
    `/vehicles/${vehicle.id}/test-drive`,
  )
  await expect(list.getByText('In Progress')).toBeVisible()
  const today = new Date().toLocaleDateString('en-GB', { timeZone: 'Europe/London' })
  await expect(list.getByText(today).first()).toBeVisible()
  await expect(page.getByText('Total Enquiries').locator('..')).toContainText('3')
  await expect(page.getByText('Recent Activity').locator('..')).toContainText(today)
  await expect(page.getByText('No recent activity')).toHaveCount(0)

  const testDrives = page.getByRole('region', { name: 'Your test drives' })
  await expect(testDrives.getByText(`${day.words} at 14:00`)).toBeVisible()
  await expect(testDrives.getByRole('link', { name: /^How to find us/ })).toBeVisible()

  await test.step('the customer reads the dealer’s reply', async () => {
    await list.getByText(/^Our reply on /).click()
    await expect(list.getByText('Yes, come and see it.')).toBeVisible()
  })

  await test.step('the customer asks for another time, and then cancels the test drive', async () => {
    await testDrives.getByRole('button', { name: /^Ask for another time/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(dialog.getByText('Please tell us when would suit you.')).toBeVisible()
    await dialog.getByLabel('When would suit you?').fill('Any morning next week')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await testDrives.getByText(/^You asked for another time on /).click()
    await expect(testDrives.getByText('Any morning next week')).toBeVisible()

    await testDrives.getByRole('button', { name: /^Cancel test drive/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel test drive' }).click()
    await expect(testDrives.getByText('This test drive has been cancelled.')).toBeVisible()
    await expect(testDrives.getByRole('button', { name: /^Cancel test drive/ })).toHaveCount(0)
    const [closed] = await rest<{ status: string }[]>(`test_drives?vehicle_id=eq.${driven?.id}&select=status`)
    expect(closed?.status).toBe('Closed')
  })
  if (driven) await removeVehicles(rest, [driven])
})

test('a new customer’s dashboard shows no activity and suggests where to start', async ({
  page,
  createCustomer,
  signIn,
  rest,
}) => {
  const customer = await createCustomer()
  await signIn(page, customer)
  await page.goto('/dashboard')

  await expect(page.getByText('Total Enquiries').locator('..')).toContainText('0')
  await expect(page.getByText('No recent activity')).toBeVisible()
  await expect(page.getByText('Account Status').locator('..')).toContainText('Active')
  // Each empty list links to a page where the customer can start.
  await expect(page.getByRole('link', { name: 'Find a vehicle' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Your saved vehicles' })).toBeVisible()

  await test.step('each quick action opens its page', async () => {
    for (const [name, path] of [
      ['Browse Vehicles', '/vehicles'],
      ['Contact Us', '/contact'],
      ['About Us', '/about'],
    ] as const) {
      await page.getByRole('region', { name: 'Quick Actions' }).getByRole('link', { name }).click()
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await page.goBack()
    }
  })

  await test.step('a failure to load enquiries is logged but not shown to the customer', async () => {
    await page.route('**/rest/v1/enquiries**', (route) => route.fulfill({ status: 400, json: { message: 'no' } }))
    await page.reload()
    await expect(page.getByText('No recent activity')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.unroute('**/rest/v1/enquiries**')
  })

  await test.step('a customer with a test drive but no enquiry does not see an empty dashboard', async () => {
    const made = await addVehicles(rest, [{ title: 'Vehicle without an enquiry' }])
    const booking = { name: 'Ada Marsh', email: customer.email, phone: '07123 456789', vehicle_id: made[0]?.id }
    const preferred_date = `${dayAhead(5).iso}T10:00:00`
    await rest('test_drives', { method: 'POST', body: JSON.stringify({ ...booking, preferred_date }) })
    await page.reload()
    await expect(page.getByText('Your test drives are listed below.')).toBeVisible()
    await expect(page.getByText('You haven’t made an enquiry yet.')).toHaveCount(0)
    const today = new Date().toLocaleDateString('en-GB', { timeZone: 'Europe/London' })
    await expect(page.getByText('Recent Activity').locator('..')).toContainText(today)
    await expect(page.getByText('No recent activity')).toHaveCount(0)
    await removeVehicles(rest, made)
  })
})
