import { expect, expectMessage, row, test } from './office.ts'

test('an admin changes a colleague’s role and disables them, and the activity says who did it', async ({
  page,
  open,
  createCustomer,
  rest,
  admin,
}) => {
  const sam = await createCustomer({ firstName: 'Sam', lastName: `Dale${crypto.randomUUID().slice(0, 6)}` })
  const name = `Sam ${sam.lastName}`
  await rest('user_roles', { method: 'POST', body: JSON.stringify({ user_id: sam.id, role: 'sales' }) })
  const choose = async (action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await open('/admin/staff')
  await expect(row(page, name)).toContainText('Sales')
  await expect(row(page, admin.email)).toContainText('(you)')
  await expect(page.getByRole('button', { name: `Actions for ${admin.email}` })).toHaveCount(0)

  await test.step('a role is changed only after the admin has read what it means', async () => {
    await choose('Change role')
    const question = page.getByRole('alertdialog', { name: `Change the role of ${name}` })
    await expect(question.getByRole('button', { name: 'Change role' })).toBeDisabled()
    await question.getByLabel('Role').selectOption('Admin')
    await expect(question).toContainText('Full access')
    await question.getByRole('button', { name: 'Change role' }).click()
    await expectMessage(page, `${name} now has the role Admin`)
    await expect(row(page, name)).toContainText('Admin')
    expect(await rest(`user_roles?user_id=eq.${sam.id}&select=role`)).toEqual([{ role: 'admin' }])
  })

  await test.step('an account can be disabled and enabled', async () => {
    await choose('Disable')
    const question = page.getByRole('alertdialog', { name: 'Disable account' })
    await question.getByRole('button', { name: 'Disable' }).click()
    await expectMessage(page, `${name} has been disabled`)
    await expect(row(page, name)).toContainText('Disabled')
    await choose('Enable')
    await expectMessage(page, `${name} has been enabled`)
  })

  await test.step('without a role, a colleague is no longer on the list', async () => {
    await choose('Change role')
    const question = page.getByRole('alertdialog', { name: `Change the role of ${name}` })
    await question.getByLabel('Role').selectOption('No access')
    await question.getByRole('button', { name: 'Change role' }).click()
    await expectMessage(page, `${name} no longer has access to the back office`)
    await expect(row(page, name)).toHaveCount(0)
  })

  await test.step('the activity can be narrowed, and its filters are in the URL', async () => {
    await page.goto('/admin/activity')
    const entries = page.getByRole('main').getByRole('listitem')
    await page.getByLabel('What').selectOption('Customers and staff')
    await expect(page).toHaveURL(/what=accounts/)
    await expect(entries.filter({ hasText: `${name} is now an admin` })).toContainText('by Site Admin')
    await page.getByLabel('What').selectOption('Vehicles')
    await expect(entries.filter({ hasText: name })).toHaveCount(0)
    await page.goto('/admin/activity?what=accounts&to=2020-01-01')
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(entries.filter({ hasText: `${name} disabled` })).toBeVisible()
  })
})

test('a salesperson works with vehicles and enquiries, and sees nothing that would be refused', async ({
  page,
  createCustomer,
  createVehicle,
  createEnquiry,
  rest,
  signIn,
}) => {
  const sam = await createCustomer({ firstName: 'Sam', lastName: 'Dale', password: 'a-kettle-by-the-river' })
  await rest('user_roles', { method: 'POST', body: JSON.stringify({ user_id: sam.id, role: 'sales' }) })
  const vehicle = await createVehicle()
  const enquiry = await createEnquiry(vehicle)
  await signIn(page, sam)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)

  const menu = page.getByRole('navigation', { name: 'Back office' })
  await expect(menu.getByRole('link')).toHaveText([
    'Dashboard',
    'Vehicles',
    /^Enquiries/,
    'People',
    'Sold Vehicles',
    'What to buy',
  ])
  const actions = page.getByRole('main')
  await expect(actions.getByRole('link', { name: 'View Enquiries' })).toBeVisible()
  await expect(actions.getByRole('link', { name: 'Manage Customers' })).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)

  await test.step('a vehicle can be edited but not deleted', async () => {
    await page.goto(`/admin/vehicles?q=${encodeURIComponent(vehicle.title)}`)
    await page.getByRole('button', { name: 'List actions' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Makes and models', 'Export as CSV'])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `More actions for ${vehicle.title}` }).click()
    await expect(page.getByRole('menuitem', { name: 'Mark as sold' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: `Edit ${vehicle.title}` }).click()
    await expect(page.getByLabel('Title')).toHaveValue(vehicle.title)
    await page.getByLabel('Price (£)').fill('9500')
    await page.getByRole('button', { name: 'Update Vehicle' }).click()
    await expectMessage(page, 'Vehicle updated successfully!')
    expect(await rest(`vehicles?id=eq.${vehicle.id}&select=price`)).toEqual([{ price: 9500 }])
  })

  await test.step('an enquiry opens and becomes Responded', async () => {
    await page.goto(`/admin/enquiries/enquiry/${enquiry.id}`)
    await expect(page.getByRole('dialog')).toContainText(enquiry.email)
    await expect
      .poll(async () => rest(`enquiries?id=eq.${enquiry.id}&select=status`))
      .toEqual([{ status: 'Responded' }])
  })

  await test.step('a link to a screen for admins says so', async () => {
    for (const path of ['/admin/settings', '/admin/staff', '/admin/customers', '/admin/status']) {
      await page.goto(path)
      await expect(page.getByText('You don’t have access to this screen')).toBeVisible()
    }
  })
})
