import { expect, test } from '../fixtures/test.ts'

interface VehicleRow {
  id: string
  title: string
}

test('the dashboard shows only the customer’s own enquiries', async ({ page, createCustomer, signIn, rest }) => {
  const customer = await createCustomer()
  const [vehicle] = await rest<VehicleRow[]>('vehicles?sold=is.false&select=id,title&limit=1')
  const enquiry = { name: 'Ada Marsh', phone: '07123 456789', message: 'Is it still there?', vehicle_id: vehicle?.id }
  const add = (row: object) => rest('enquiries', { method: 'POST', body: JSON.stringify({ ...enquiry, ...row }) })
  await add({ email: customer.email, status: 'New' })
  await add({ email: customer.email, status: 'New' })
  await add({ email: 'someone-else@example.com', status: 'New' })
  const [first] = await rest<{ id: string }[]>(
    `enquiries?email=eq.${customer.email}&select=id&order=created_at&limit=1`,
  )
  await rest(`enquiries?id=eq.${first?.id}`, { method: 'PATCH', body: JSON.stringify({ status: 'In Progress' }) })
  await signIn(page, customer)

  await page.goto('/dashboard')

  const list = page.getByRole('region', { name: 'Your enquiries' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('listitem').first()).toContainText(vehicle?.title ?? '')
  await expect(list.getByText('New')).toBeVisible()
  await expect(list.getByRole('listitem').first().locator('picture img')).toBeVisible()
  await expect(list.getByRole('link', { name: /^Book a test drive/ }).first()).toHaveAttribute(
    'href',
    `/vehicles/${vehicle?.id}/test-drive`,
  )
  await expect(list.getByText('In Progress')).toBeVisible()
  const today = new Date().toLocaleDateString('en-GB', { timeZone: 'Europe/London' })
  await expect(list.getByText(today).first()).toBeVisible()
  await expect(page.getByText('Total Enquiries').locator('..')).toContainText('2')
  await expect(page.getByText('Recent Activity').locator('..')).toContainText(today)
})

test('a new customer’s dashboard shows no activity and suggests where to start', async ({
  page,
  createCustomer,
  signIn,
}) => {
  await signIn(page, await createCustomer())

  await page.goto('/dashboard')

  await expect(page.getByText('Total Enquiries').locator('..')).toContainText('0')
  await expect(page.getByText('No recent activity')).toBeVisible()
  await expect(page.getByText('Account Status').locator('..')).toContainText('Active')
  // Each empty list links to a page where the customer can start.
  await expect(page.getByRole('link', { name: 'Find a vehicle' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Your saved vehicles' })).toBeVisible()
})

test('each quick action opens its page', async ({ page, createCustomer, signIn }) => {
  await signIn(page, await createCustomer())

  for (const [name, path] of [
    ['Browse Vehicles', '/vehicles'],
    ['Contact Us', '/contact'],
    ['About Us', '/about'],
  ] as const) {
    await page.goto('/dashboard')
    await page.getByRole('region', { name: 'Quick Actions' }).getByRole('link', { name }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
})

test('a failure to load enquiries is logged but not shown to the customer', async ({
  page,
  createCustomer,
  signIn,
}) => {
  await signIn(page, await createCustomer())
  await page.route('**/rest/v1/enquiries**', (route) => route.fulfill({ status: 400, json: { message: 'no' } }))

  await page.goto('/dashboard')

  await expect(page.getByText('No recent activity')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the dashboard shows each test drive with the date and time booked', async ({
  page,
  createCustomer,
  signIn,
  rest,
}) => {
  const customer = await createCustomer()
  const [vehicle] = await rest<VehicleRow[]>('vehicles?sold=is.false&select=id,title&order=price&limit=1')
  const day = new Date(Date.now() + 9 * 24 * 3600_000).toISOString().slice(0, 10)
  await rest('test_drives', {
    method: 'POST',
    body: JSON.stringify({
      name: 'Ada Marsh',
      email: customer.email,
      phone: '07123 456789',
      vehicle_id: vehicle?.id,
      preferred_date: `${day}T14:00:00`,
      status: 'Scheduled',
    }),
  })
  await signIn(page, customer)

  await page.goto('/dashboard')

  const list = page.getByRole('region', { name: 'Your test drives' })
  await expect(list.getByText(`${day.split('-').reverse().join('/')} 14:00`)).toBeVisible()
  const today = new Date().toLocaleDateString('en-GB', { timeZone: 'Europe/London' })
  await expect(page.getByText('Recent Activity').locator('..')).toContainText(today)
  await expect(page.getByText('No recent activity')).toHaveCount(0)
  await expect(list.getByRole('link', { name: /^How to find us/ })).toBeVisible()
})
