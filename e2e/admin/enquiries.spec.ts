import type { Page } from '@playwright/test'
import {
  breakRequests,
  expect,
  expectMessage,
  inDays,
  passTime,
  restoreRequests,
  row,
  shown,
  test,
  unique,
} from './office.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search enquiries' })

/** Finds a lead in the open list and opens its details. */
async function view(page: Page, name: string) {
  await search(page).fill(name)
  await row(page, name).getByRole('button', { name: /^View/ }).click()
}

test('the tabs, the search and the status filter narrow the list of enquiries, and the columns sort it', async ({
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
  await search(page).fill(tag.toUpperCase())
  const names = page.getByRole('row').locator('td:nth-child(3) > span:first-child')

  await expect(names).toHaveText([contact?.name ?? '', testDrive.name, closed.name, fresh.name])
  await page.getByRole('tab', { name: 'Enquiries' }).click()
  await expect(names).toHaveText([closed.name, fresh.name])
  await page.getByRole('tab', { name: 'Test Drives' }).click()
  await expect(names).toHaveText([testDrive.name])
  await expect(row(page, testDrive.name)).toContainText('New')
  await page.getByRole('tab', { name: 'Messages' }).click()
  await expect(names).toHaveText([contact?.name ?? ''])
  await page.getByRole('tab', { name: 'All', exact: true }).click()

  const status = page.getByRole('combobox', { name: 'Status' })
  await expect(status.getByRole('option')).toHaveText(['All Statuses', 'New Only', 'Responded', 'Closed'])
  await status.selectOption({ label: 'New Only' })
  await expect(names).toHaveText([contact?.name ?? '', testDrive.name, fresh.name])
  await status.selectOption({ label: 'Closed' })
  await expect(names).toHaveText([closed.name])
  await status.selectOption({ label: 'Responded' })
  await expect(page.getByRole('heading', { name: 'No enquiries found' })).toBeVisible()

  await test.step('the enquiries can be sorted by column', async () => {
    for (const [name, state] of [
      ['B', 'New'],
      ['A', 'Responded'],
      ['C', 'Closed'],
    ]) {
      await createEnquiry(vehicle, { name: `${tag}Order ${name}`, status: state })
    }
    await status.selectOption({ label: 'All Statuses' })
    await search(page).fill(`${tag}Order`)
    const head = (name: string) => page.getByRole('columnheader', { name })
    const inOrder = (expected: string) => expect(names).toHaveText([...expected].map((name) => `${tag}Order ${name}`))
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
})

test('opening a new enquiry marks it as responded, and closing it shows a toast', async ({
  page,
  open,
  rest,
  createVehicle,
  createEnquiry,
  createTestDrive,
}) => {
  const [vehicle, deleted] = [await createVehicle(), await createVehicle()]
  const enquiry = await createEnquiry(vehicle)
  const closedElsewhere = await createEnquiry(vehicle)
  const orphan = await createEnquiry(deleted)
  const testDrive = await createTestDrive(vehicle)
  await rest(`vehicles?id=eq.${deleted.id}`, { method: 'DELETE' })
  const statusOf = async ({ id } = enquiry) => (await rest<{ status: string }[]>(`enquiries?id=eq.${id}`))[0]?.status
  await breakRequests(page, '/rest/v1/rpc/search_inbox', 'POST')
  await breakRequests(page, '/rest/v1/enquiries', 'PATCH')
  await open(`/admin/enquiries?q=${enquiry.name}`)
  const dialog = page.getByRole('dialog', { name: 'Enquiry Details' })

  await test.step('a toast appears when enquiries cannot be loaded or updated', async () => {
    await expectMessage(page, 'Failed to load enquiries')
    await restoreRequests(page, '/rest/v1/rpc/search_inbox')
    await page.getByRole('button', { name: 'Try again' }).click()
    await row(page, enquiry.name).getByRole('button', { name: /^View/ }).click()
    await expectMessage(page, 'Failed to update enquiry status')
    expect(await statusOf()).toBe('New')
    await dialog.getByRole('button', { name: 'Mark as Closed' }).click()
    await expect(dialog).toBeVisible()
    await restoreRequests(page, '/rest/v1/enquiries')
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  })

  await expect(row(page, enquiry.name)).toContainText(vehicle.title)
  await row(page, enquiry.name).getByRole('button', { name: /^View/ }).click()
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

  await test.step('opening an enquiry that a colleague has closed does not reopen it', async () => {
    await search(page).fill(closedElsewhere.name)
    await expect(row(page, closedElsewhere.name)).toContainText('New')
    await rest(`enquiries?id=eq.${closedElsewhere.id}`, {
      method: 'PATCH',
      body: JSON.stringify({ status: 'Closed' }),
    })
    await view(page, closedElsewhere.name)
    await expect(dialog.getByText('Closed', { exact: true })).toBeVisible()
    expect(await statusOf(closedElsewhere)).toBe('Closed')
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  })

  await test.step('an enquiry is kept when its vehicle is deleted', async () => {
    await view(page, orphan.name)
    await expect(dialog).toContainText(`${deleted.title} (since deleted)`)
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  })

  await test.step('a scheduled test drive shows its date and time, and changes from New to Responded when opened', async () => {
    await page.getByRole('tab', { name: 'Test Drives' }).click()
    await search(page).fill(testDrive.name)
    await expect(row(page, testDrive.name)).toContainText('New')
    await expect(row(page, testDrive.name)).toContainText(`Booked for ${shown(inDays(3))} at 14:00`)
    await expect(page.getByText('Showing 1 test drive')).toBeVisible()
    await view(page, testDrive.name)
    const booking = page.getByRole('dialog', { name: 'Test Drive Details' })
    await expect(booking).toContainText(`${shown(inDays(3))} at 14:00`)
    await expect(booking).toContainText('I would bring my daughter.')
    await expect(booking).toContainText('Responded')
    expect(await rest(`test_drives?id=eq.${testDrive.id}&status=eq.Responded`)).toHaveLength(1)
    await expect(booking.getByRole('link', { name: 'Email Customer' })).toHaveAttribute(
      'href',
      /subject=Your%20test%20drive/,
    )
    await booking.getByRole('button', { name: 'Mark as Closed' }).click()
    await expectMessage(page, 'Test drive marked as closed')
  })
})

test('new enquiries appear without a reload', async ({ page, open, createVehicle, createEnquiry }) => {
  const vehicle = await createVehicle()
  await createEnquiry(vehicle)
  await page.clock.install()
  await open('/admin/enquiries')
  await expect(page.getByRole('table')).toBeVisible()

  const enquiry = await createEnquiry(vehicle)

  // The list asks every ten seconds by the page's clock.
  await passTime(page, () => expect(row(page, enquiry.name)).toBeVisible({ timeout: 500 }))
})
