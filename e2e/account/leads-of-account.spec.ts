import { readFile } from 'node:fs/promises'
import { addVehicles, removeVehicles, type StockVehicle } from '../fixtures/stock.ts'
import { expect, linkIn, test } from '../fixtures/test.ts'
import { chooseDay, chooseSlot, dayAhead } from '../storefront/lead.ts'
import { expectToast, newEmail } from './forms.ts'

const ACCOUNT = '/dashboard/account'

let vehicle: StockVehicle
test.beforeEach(async ({ rest }) => {
  const [made] = await addVehicles(rest, [{ title: 'Alvis of a customer who moves' }])
  vehicle = made as StockVehicle
})
test.afterEach(({ rest }) => removeVehicles(rest, [vehicle]))

test('enquiries and test drives stay with the account after a change of email address and are anonymised when the account is deleted', async ({
  page,
  openElsewhere,
  createCustomer,
  signIn,
  rest,
  mail,
}) => {
  const customer = await createCustomer()
  const next = newEmail()
  const asGuest = { name: 'Ada Marsh', email: customer.email, phone: '07123 456789', vehicle_id: vehicle.id }
  await rest('enquiries', { method: 'POST', body: JSON.stringify({ ...asGuest, message: 'Asked as a guest' }) })

  await signIn(page, customer)
  await page.goto(`/vehicles/${vehicle.id}/enquiry`)
  await page.getByLabel('Phone').fill('07123 456789')
  await page.getByLabel('Message').fill('Asked while signed in')
  await page.getByRole('button', { name: 'Send enquiry' }).click()
  await expect(page.getByRole('heading', { name: 'Enquiry submitted successfully!' })).toBeVisible()
  const day = dayAhead(4)
  await page.goto(`/vehicles/${vehicle.id}/test-drive`)
  await page.getByLabel('Phone').fill('07123 456789')
  await page.getByRole('button', { name: 'Next' }).click()
  await chooseDay(page, day.label)
  await chooseSlot(page, '11:00')
  await page.getByRole('button', { name: 'Book Test Drive' }).click()
  await expect(page.getByRole('heading', { name: 'Test drive request submitted successfully!' })).toBeVisible()

  await page.goto(ACCOUNT)
  const section = page.getByRole('region', { name: 'Email address' })
  await section.getByRole('button', { name: 'Change your email address' }).click()
  await section.getByLabel('New email address').fill(next)
  await section.getByRole('button', { name: 'Send confirmation emails' }).click()
  await expect(section.getByText('Check both inboxes')).toBeVisible()
  const phone = await openElsewhere()
  await phone.goto(linkIn(await mail.waitFor(next), '/auth/confirm'))
  await phone.getByRole('button', { name: 'Confirm the change' }).click()
  await expect(phone.getByText('Please confirm the change from your other email address too.')).toBeVisible()
  await page.goto(linkIn(await mail.waitFor(customer.email, /^Your e-?mail address/i), '/auth/confirm'))
  await page.getByRole('button', { name: 'Confirm the change' }).click()
  await expect(page).toHaveURL(new RegExp(`${ACCOUNT}$`))
  await expect(section.getByText(next, { exact: true })).toBeVisible()

  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Your enquiries' }).getByRole('listitem')).toHaveCount(2)
  const testDrives = page.getByRole('region', { name: 'Your test drives' })
  await expect(testDrives.getByText(`${day.written} 11:00`)).toBeVisible()
  await expect(page.getByText('Total Enquiries').locator('..')).toContainText('2')

  await page.goto(ACCOUNT)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const data = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
  expect(data).toMatchObject({
    account: { email: next },
    enquiries: [{ message: 'Asked while signed in' }, { message: 'Asked as a guest' }],
    test_drives: [{ preferred_date: `${day.iso}T11:00:00` }],
  })

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account' })
  await dialog.getByLabel('Your password').fill(customer.password)
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expectToast(page, 'Your account has been deleted.')
  for (const table of ['enquiries', 'test_drives', 'contact_messages']) {
    expect(await rest(`${table}?email=in.(${customer.email},${next})&select=id`), table).toEqual([])
  }
  expect(await rest(`email_outbox?recipient=in.(${customer.email},${next})&select=template`)).toEqual([])
  const left = await rest(`test_drives?vehicle_id=eq.${vehicle.id}&select=name,email,status`)
  expect(left).toEqual([{ name: 'Deleted account', email: 'deleted@account.invalid', status: 'Closed' }])
})

test('a customer with a test drive but no enquiry does not see an empty dashboard', async ({
  page,
  createCustomer,
  signIn,
  rest,
}) => {
  const customer = await createCustomer()
  const booking = { name: 'Ada Marsh', email: customer.email, phone: '07123 456789', vehicle_id: vehicle.id }
  const preferred_date = `${dayAhead(5).iso}T10:00:00`
  await rest('test_drives', { method: 'POST', body: JSON.stringify({ ...booking, preferred_date }) })
  await signIn(page, customer)

  await page.goto('/dashboard')

  await expect(page.getByText('Your test drives are listed below.')).toBeVisible()
  await expect(page.getByText('You haven’t made an enquiry yet.')).toHaveCount(0)
})
