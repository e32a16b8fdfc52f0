import { breakRequests, expect, expectMessage, inDays, restoreRequests, shown, test, unique } from './office.ts'

test('the dashboard shows today’s tasks, then four counters, four quick actions and recent activity', async ({
  page,
  open,
  rest,
  createVehicle,
  createEnquiry,
  createTestDrive,
}) => {
  const vehicle = await createVehicle({ vehicle: { title: unique('Counted Rover') } })
  const sold = { title: unique('Leaving Rover'), sold: true, sold_expiry_date: inDays(1) }
  await createVehicle({ vehicle: sold })
  const enquiry = await createEnquiry(vehicle)
  const testDrive = await createTestDrive(vehicle, { preferred_date: `${inDays(1)}T09:00:00` })
  const count = async (path: string) => (await rest(path)).length

  await open('/admin')

  const today = page.getByRole('region', { name: 'Today' })
  await expect(today.getByRole('link', { name: enquiry.name })).toBeVisible()
  await expect(today.getByRole('link', { name: `${testDrive.name} ${vehicle.title} Tomorrow 09:00` })).toBeVisible()
  await expect(today.getByRole('link', { name: `${vehicle.title} Add pictures` })).toBeVisible()
  await expect(today.getByRole('link', { name: `${sold.title} until ${shown(inDays(1))}` })).toBeVisible()
  const top = async (text: string) => (await page.getByRole('main').getByText(text).first().boundingBox())?.y ?? 0
  expect(await top('Waiting for a reply')).toBeLessThan(await top('Total Vehicles'))

  const figures: [string, string][] = [
    ['Total Vehicles', 'vehicles?select=id'],
    ['Sold Vehicles', 'vehicles?select=id&sold=is.true'],
    ['Enquiries', 'enquiries?select=id'],
    ['Test Drives', 'test_drives?select=id'],
  ]
  for (const [label, path] of figures) {
    const counter = page
      .locator('main dl > div')
      .filter({ has: page.getByRole('term').getByText(label, { exact: true }) })
    await expect(counter.getByRole('definition')).toHaveText(String(await count(path)))
  }

  const main = page.getByRole('main')
  for (const [name, path] of [
    ['Add New Vehicle', '/admin/vehicles/add'],
    ['Manage Vehicles', '/admin/vehicles'],
    ['View Enquiries', '/admin/enquiries'],
    ['Manage Customers', '/admin/customers'],
  ] as const) {
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  }

  await expect(main.getByRole('heading', { name: 'Recent Activity' })).toBeVisible()
  await expect(main.getByText(`Enquiry from ${enquiry.name} about ${vehicle.title}`)).toBeVisible()
  await expect(main.getByText(`${vehicle.title} added`)).toBeVisible()
})

test('a toast appears when the counters cannot be loaded, and a reload brings the counters back', async ({
  page,
  open,
}) => {
  await breakRequests(page, '/rest/v1/test_drives', 'HEAD')
  await open('/admin/dashboard')
  await expectMessage(page, 'Failed to fetch dashboard statistics')

  await restoreRequests(page, '/rest/v1/test_drives')
  await page.reload()
  await expect(page.getByText('Total Vehicles')).toBeVisible()
  await expect(page.getByRole('definition').first()).toHaveText(/^\d+$/)
})
