import { readFile } from 'node:fs/promises'
import { addVehicles, removeVehicles, type StockVehicle } from '../fixtures/stock.ts'
import { canSignIn, expect, LONG, linkIn, test } from '../fixtures/test.ts'
import { chooseSlot, dayAhead } from '../storefront/lead.ts'
import { expectToast, newEmail } from './forms.ts'

const ACCOUNT = '/dashboard/account'

let vehicle: StockVehicle
test.beforeEach(async ({ rest }) => {
  const [made] = await addVehicles(rest, [{ title: 'Alvis of a customer who moves' }])
  vehicle = made as StockVehicle
})
test.afterEach(({ rest }) => removeVehicles(rest, [vehicle]))

// The rules are in backend/wire/auth-email-change.test.ts and supabase/tests/leads-of-accounts.test.ts.
test(
  'a change of email address must be confirmed from both addresses, and leads stay with the account until they are anonymised with it',
  LONG,
  async ({ page, openElsewhere, createCustomer, signIn, rest, site, mail }) => {
    const customer = await createCustomer()
    const next = newEmail()
    const asGuest = { name: 'Ada Marsh', email: customer.email, phone: '07123 456789', vehicle_id: vehicle.id }
    await rest('enquiries', { method: 'POST', body: JSON.stringify({ ...asGuest, message: 'Asked as a guest' }) })

    await signIn(page, customer)
    await page.goto(`/vehicles/${vehicle.id}/enquiry`)
    await expect(page.getByLabel('Email')).toHaveValue(customer.email)
    await page.getByLabel('Phone').fill('07123 456789')
    await page.getByLabel('Message').fill('Asked while signed in')
    await page.getByRole('button', { name: 'Send enquiry' }).click()
    await expect(page.getByRole('heading', { name: 'Enquiry submitted successfully!' })).toBeVisible()
    const day = dayAhead(4)
    await page.goto(`/vehicles/${vehicle.id}/test-drive`)
    await expect(page.getByLabel('Email')).toHaveValue(customer.email)
    await page.getByLabel('Phone').fill('07123 456789')
    await page.getByRole('button', { name: 'Next' }).click()
    await chooseSlot(page, day, '11:00')
    await page.getByRole('button', { name: 'Book Test Drive' }).click()
    await expect(page.getByRole('heading', { name: 'Test drive request submitted successfully!' })).toBeVisible()

    await page.goto(ACCOUNT)
    const section = page.getByRole('region', { name: 'Email address' })
    await section.getByRole('button', { name: 'Change your email address' }).click()
    await section.getByLabel('New email address').fill(customer.email.toUpperCase())
    await section.getByRole('button', { name: 'Send confirmation emails' }).click()
    await expect(section.getByText('This is already your email address')).toBeVisible()
    await section.getByLabel('New email address').fill(next)
    await section.getByRole('button', { name: 'Send confirmation emails' }).click()
    await expect(section.getByText('Check both inboxes')).toBeVisible()
    await expect(section.getByText(next)).toBeVisible()

    // On a phone without a session, confirming only one of the two addresses changes nothing.
    const phone = await openElsewhere()
    await phone.goto(linkIn(await mail.waitFor(next), '/auth/confirm'))
    await phone.getByRole('button', { name: 'Confirm the change' }).click()
    await expect(phone.getByText('Please confirm the change from your other email address too.')).toBeVisible()
    await page.reload()
    await expect(section.getByText(customer.email, { exact: true }).first()).toBeVisible()
    await expect(section.getByText('Check both inboxes')).toBeVisible()
    await page.goto(linkIn(await mail.waitFor(customer.email, /^Your e-?mail address/i), '/auth/confirm'))
    await page.getByRole('button', { name: 'Confirm the change' }).click()
    await expect(page).toHaveURL(new RegExp(`${ACCOUNT}$`))
    await expect(section.getByText(next, { exact: true })).toBeVisible()
    await expect(section.getByText('Check both inboxes')).toHaveCount(0)
    expect(await canSignIn(site, { email: next, password: customer.password })).toBe(true)

    await page.goto('/dashboard')
    await expect(page.getByRole('region', { name: 'Your enquiries' }).getByRole('listitem')).toHaveCount(2)
    const testDrives = page.getByRole('region', { name: 'Your test drives' })
    await expect(testDrives.getByText(`${day.words} at 11:00`)).toBeVisible()
    await expect(page.getByText('Total Enquiries').locator('..')).toContainText('2')

    await page.goto(ACCOUNT)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d{2}-\d{2}\.json$/)
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
      account: { email: next },
      profile: { first_name: 'Ada' },
      enquiries: [{ message: 'Asked while signed in' }, { message: 'Asked as a guest' }],
      test_drives: [{ preferred_date: `${day.iso}T11:00:00` }],
      saved_vehicles: [],
      saved_vehicles_on_this_device: [],
    })

    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account' })
    await dialog.getByLabel('Your password').fill('not-the-one')
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(dialog.getByText('That isn’t your password.')).toBeVisible()
    await dialog.getByLabel('Your password').fill(customer.password)
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await expectToast(page, 'Your account has been deleted.')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'LOGIN' })).toBeVisible()
    expect(await canSignIn(site, { email: next, password: customer.password })).toBe(false)
    for (const table of ['enquiries', 'test_drives', 'contact_messages']) {
      expect(await rest(`${table}?email=in.(${customer.email},${next})&select=id`), table).toEqual([])
    }
    expect(await rest(`email_outbox?recipient=in.(${customer.email},${next})&select=template`)).toEqual([])
    const deleted = { name: 'Deleted account', email: 'deleted@account.invalid', status: 'Closed' }
    const left = (table: string) => rest(`${table}?vehicle_id=eq.${vehicle.id}&select=name,email,status`)
    expect(await left('test_drives')).toEqual([deleted])
    expect(await left('enquiries')).toEqual([deleted, deleted])
  },
)
