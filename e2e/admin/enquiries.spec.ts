import { breakRequests, expect, expectMessage, inDays, restoreRequests, row, shown, test, unique } from './office.ts'

test('the tabs, the search and the status filter narrow the list of enquiries', async ({
  page,
  open,
  rest,
  createVehicle,
  createEnquiry,
  createTestDrive,
}) => {
  const tag = unique('Tag').replace(' ', '')
  const vehicle = await createVehicle()
  const fresh = await createEnquiry(vehicle, { name: `${tag} Fresh` })
  const closed = await createEnquiry(vehicle, { name: `${tag} Closed`, status: 'Closed' })
  const testDrive = await createTestDrive(vehicle, { name: `${tag} Drive` })
  const [contact] = await rest<{ name: string }[]>('contact_messages', {
    method: 'POST',
    body: JSON.stringify({ name: `${tag} Contact`, email: 'c@example.com', phone: '07123 456789', message: 'Hello' }),
  })
  await open('/admin/enquiries')
  await page.getByRole('searchbox', { name: 'Search enquiries' }).fill(tag.toUpperCase())
  const names = page.getByRole('row').locator('td:nth-child(2) > span:first-child')

  await expect(names).toHaveText([contact?.name ?? '', testDrive.name, closed.name, fresh.name])
  await page.getByRole('tab', { name: 'Enquiries' }).click()
  await expect(names).toHaveText([closed.name, fresh.name])
  await page.getByRole('tab', { name: 'Test Drives' }).click()
  await expect(names).toHaveText([testDrive.name])
  await expect(row(page, testDrive.name)).toContainText('New')
  await page.getByRole('tab', { name: 'Messages' }).click()
  await expect(names).toHaveText([contact?.name ?? ''])
  await page.getByRole('tab', { name: 'All' }).click()

  const status = page.getByRole('combobox', { name: 'Status' })
  await expect(status.getByRole('option')).toHaveText(['All Statuses', 'New Only', 'Responded', 'Closed'])
  await status.selectOption({ label: 'New Only' })
  await expect(names).toHaveText([contact?.name ?? '', testDrive.name, fresh.name])
  await status.selectOption({ label: 'Closed' })
  await expect(names).toHaveText([closed.name])
  await status.selectOption({ label: 'Responded' })
  await expect(page.getByRole('heading', { name: 'No enquiries found' })).toBeVisible()
})

test('opening a new enquiry marks it as responded, and closing it shows a toast', async ({
  page,
  open,
  rest,
  createVehicle,
  createEnquiry,
}) => {
  const vehicle = await createVehicle()
  const enquiry = await createEnquiry(vehicle)
  const statusOf = async () => (await rest<{ status: string }[]>(`enquiries?id=eq.${enquiry.id}`))[0]?.status
  await open(`/admin/enquiries?q=${enquiry.name}`)
  await expect(row(page, enquiry.name)).toContainText(vehicle.title)

  await row(page, enquiry.name).getByRole('button', { name: /^View/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Enquiry Details' })
  await expect(dialog.getByRole('link', { name: enquiry.email })).toHaveAttribute('href', /^mailto:iris@example\.com/)
  await expect(dialog.getByRole('link', { name: '07123 456789' })).toHaveAttribute('href', 'tel:07123456789')
  await expect(dialog.getByRole('link', { name: vehicle.title })).toHaveAttribute('href', `/vehicles/${vehicle.id}`)
  await expect(dialog.getByRole('link', { name: 'Email Customer' })).toHaveAttribute(
    'href',
    /^mailto:iris@example\.com/,
  )
  await expect(dialog).toContainText('Is it still for sale?')
  await expect(dialog).toContainText('Responded')
  expect(await statusOf()).toBe('Responded')

  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toBeHidden()

  await row(page, enquiry.name).getByRole('button', { name: /^View/ }).click()
  await dialog.getByRole('button', { name: 'Mark as Closed' }).click()
  await expectMessage(page, 'Enquiry marked as closed')
  await expect(dialog).toBeHidden()
  expect(await statusOf()).toBe('Closed')
})

test('a scheduled test drive shows its date and time, and changes from New to Responded when opened', async ({
  page,
  open,
  rest,
  createVehicle,
  createTestDrive,
}) => {
  const testDrive = await createTestDrive(await createVehicle())
  await open(`/admin/enquiries?tab=test-drives&q=${testDrive.name}`)
  await expect(row(page, testDrive.name)).toContainText('New')
  await expect(row(page, testDrive.name)).toContainText(`Booked for ${shown(inDays(3))} at 14:00`)
  await expect(page.getByText('Showing 1 test drive')).toBeVisible()

  await row(page, testDrive.name).getByRole('button', { name: /^View/ }).click()

  const dialog = page.getByRole('dialog', { name: 'Test Drive Details' })
  await expect(dialog).toContainText(`${shown(inDays(3))} at 14:00`)
  await expect(dialog).toContainText('I would bring my daughter.')
  await expect(dialog).toContainText('Responded')
  expect(await rest(`test_drives?id=eq.${testDrive.id}&status=eq.Responded`)).toHaveLength(1)

  await expect(dialog.getByRole('link', { name: 'Email Customer' })).toHaveAttribute(
    'href',
    /subject=Your%20test%20drive/,
  )
  await dialog.getByRole('button', { name: 'Mark as Closed' }).click()
  await expectMessage(page, 'Test drive marked as closed')
})

test('the enquiries can be sorted by column', async ({ page, open, createVehicle, createEnquiry }) => {
  const tag = unique('Order').replace(' ', '')
  const vehicle = await createVehicle()
  for (const [name, status] of [
    ['B', 'New'],
    ['A', 'Responded'],
    ['C', 'Closed'],
  ]) {
    await createEnquiry(vehicle, { name: `${tag} ${name}`, status })
  }
  await open(`/admin/enquiries?q=${tag}`)
  const names = page.getByRole('row').locator('td:nth-child(2) > span:first-child')
  const head = (name: string) => page.getByRole('columnheader', { name })
  const inOrder = (expected: string) => expect(names).toHaveText([...expected].map((name) => `${tag} ${name}`))
  await inOrder('CAB')
  await expect(head('Date and time')).toHaveAttribute('aria-sort', 'descending')

  for (const [name, upwards] of [
    ['Customer', 'ABC'],
    ['Status', 'CBA'],
    ['Date and time', 'BAC'],
  ] as const) {
    await head(name).getByRole('button').click()
    await inOrder(upwards)
    await head(name).getByRole('button').click()
    await inOrder([...upwards].reverse().join(''))
  }
})

test('opening an enquiry that a colleague has closed does not reopen it', async ({
  page,
  open,
  rest,
  createVehicle,
  createEnquiry,
}) => {
  const enquiry = await createEnquiry(await createVehicle())
  await open(`/admin/enquiries?q=${enquiry.name}`)
  await expect(row(page, enquiry.name)).toContainText('New')
  await rest(`enquiries?id=eq.${enquiry.id}`, { method: 'PATCH', body: JSON.stringify({ status: 'Closed' }) })

  await row(page, enquiry.name).getByRole('button', { name: /^View/ }).click()

  await expect(page.getByRole('dialog').getByText('Closed', { exact: true })).toBeVisible()
  expect(await rest(`enquiries?id=eq.${enquiry.id}&status=eq.Closed`)).toHaveLength(1)
})

test('an enquiry is kept when its vehicle is deleted', async ({ page, open, rest, createVehicle, createEnquiry }) => {
  const vehicle = await createVehicle()
  const enquiry = await createEnquiry(vehicle)
  await rest(`vehicles?id=eq.${vehicle.id}`, { method: 'DELETE' })
  await open(`/admin/enquiries?q=${enquiry.name}`)

  await row(page, enquiry.name).getByRole('button', { name: /^View/ }).click()

  await expect(page.getByRole('dialog')).toContainText(`${vehicle.title} (since deleted)`)
})

test('new enquiries appear without a reload', async ({ page, open, createVehicle, createEnquiry }) => {
  const vehicle = await createVehicle()
  await createEnquiry(vehicle)
  await open('/admin/enquiries')
  await expect(page.getByRole('table')).toBeVisible()

  const enquiry = await createEnquiry(vehicle)

  await expect(row(page, enquiry.name)).toBeVisible()
})

test('a toast appears when enquiries cannot be loaded or updated', async ({
  page,
  open,
  rest,
  createVehicle,
  createEnquiry,
}) => {
  const enquiry = await createEnquiry(await createVehicle())
  await breakRequests(page, '/rest/v1/rpc/search_inbox', 'POST')
  await open(`/admin/enquiries?q=${enquiry.name}`)
  await expectMessage(page, 'Failed to load enquiries')
  await restoreRequests(page, '/rest/v1/rpc/search_inbox')
  await page.getByRole('button', { name: 'Try again' }).click()

  await breakRequests(page, '/rest/v1/enquiries', 'PATCH')
  await row(page, enquiry.name).getByRole('button', { name: /^View/ }).click()
  await expectMessage(page, 'Failed to update enquiry status')
  expect(await rest(`enquiries?id=eq.${enquiry.id}&status=eq.New`)).toHaveLength(1)

  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Closed' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
