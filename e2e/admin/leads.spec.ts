// A lead's own URL, and what its customer is told.
import { expect, expectMessage, inDays, row, shown, test, unique } from './office.ts'

test('a customer is told of a reply once it was sent, and a lead can be set back to New', async ({
  page,
  open,
  rest,
  createVehicle,
  createEnquiry,
  createCustomer,
  openElsewhere,
  signIn,
}) => {
  const customer = await createCustomer()
  const vehicle = await createVehicle()
  const enquiry = await createEnquiry(vehicle, { email: customer.email })
  const stored = async () => (await rest(`enquiries?select=status,answered_at&id=eq.${enquiry.id}`))[0]
  const theirs = await openElsewhere()
  await signIn(theirs, customer)
  const dialog = page.getByRole('dialog', { name: 'Enquiry Details' })

  await open(`/admin/enquiries/enquiry/${enquiry.id}`)
  await expect(dialog).toContainText('Responded')
  await expect(dialog).toContainText('Not answered yet')
  await expect.poll(stored).toEqual({ status: 'Responded', answered_at: null })
  await theirs.goto('/dashboard')
  await expect(theirs.getByText('We’ll reply by email, usually during opening hours.')).toBeVisible()

  await dialog.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(dialog).toContainText(/Answered on \d\d\/\d\d\/\d{4} at \d\d:\d\d/)
  await theirs.reload()
  await expect(theirs.getByText('We’ve replied to you.')).toBeVisible()

  await page.reload()
  await expect(dialog).toContainText('Answered on')
  await dialog.getByRole('button', { name: 'Set back to New' }).click()
  await expectMessage(page, 'Enquiry set back to New')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/enquiries$/)
  expect(await stored()).toEqual({ status: 'New', answered_at: null })
})

test('a lead’s dialog has a URL over its list, Back closes it, and a deleted lead is reported', async ({
  page,
  open,
  createVehicle,
  createEnquiry,
}) => {
  const enquiry = await createEnquiry(await createVehicle())
  const list = `/admin/enquiries?status=new&q=${encodeURIComponent(enquiry.name)}`
  await open('/admin/enquiries/enquiry/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('dialog', { name: 'Enquiry not found' })).toContainText('no longer exists')
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  await open(list)
  await row(page, enquiry.name).getByRole('button', { name: /^View/ }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/enquiries/enquiry/${enquiry.id}\\?status=new&q=`))
  await expect(page.getByRole('dialog')).toContainText('Is it still for sale?')
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('new')
})

test('marking a vehicle as sold lists its open leads, and the dashboard says who did it', async ({
  page,
  open,
  rest,
  createVehicle,
  createEnquiry,
  createTestDrive,
}) => {
  const vehicle = await createVehicle({ vehicle: { title: unique('Wanted Rover') } })
  const enquiry = await createEnquiry(vehicle)
  const testDrive = await createTestDrive(vehicle)
  const expected = `${testDrive.name} (test drive on ${shown(inDays(3))} at 14:00), ${enquiry.name} (enquiry)`

  await open(`/admin/vehicles/edit/${vehicle.id}`)
  await page.getByRole('checkbox', { name: 'Sold' }).check()
  await expect(page.getByRole('group', { name: 'Availability' })).toContainText(expected)
  await page.getByRole('checkbox', { name: 'Sold' }).uncheck()

  await open(`/admin/vehicles?q=${vehicle.title}`)
  await row(page, vehicle.title)
    .getByRole('button', { name: /^More actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Mark as sold' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark as sold' })
  await expect(dialog).toContainText(`2 people are still waiting for a reply about this vehicle: ${expected}.`)
  await dialog.getByRole('button', { name: 'Mark as sold' }).click()
  await expectMessage(page, `${vehicle.title} marked as sold`)

  await rest(`enquiries?id=eq.${enquiry.id}`, {
    method: 'PATCH',
    body: JSON.stringify({ created_at: '2000-01-02T10:00:00Z' }),
  })
  await open('/admin')
  const sold = page.getByRole('listitem').filter({ hasText: `${vehicle.title} marked as sold` })
  await expect(sold).toContainText('by Site Admin')
  await expect(page.getByRole('region', { name: 'Today' }).getByRole('link', { name: enquiry.name })).toHaveAttribute(
    'href',
    `/admin/enquiries/enquiry/${enquiry.id}`,
  )
})
