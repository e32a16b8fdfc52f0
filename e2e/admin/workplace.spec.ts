// The back office as a workplace: lists that keep their place, search by telephone number, and the palette.
import { addVehicles, removeVehicles } from '../fixtures/stock.ts'
import { LONG } from '../fixtures/test.ts'
import { expect, expectMessage, row, saveVehicle, test, unique } from './office.ts'

test.use({ viewport: { width: 1366, height: 657 } })

test('a list keeps its page, sort order and scroll position while a vehicle is edited, and a new page starts at the top', async ({
  page,
  open,
  rest,
}) => {
  const tag = unique('Placed').replace(' ', '')
  const titles = Array.from({ length: 27 }, (_, index) => ({ title: `${tag} ${String(index).padStart(2, '0')}` }))
  const made = await addVehicles(rest, titles)
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  const address = `/admin/vehicles?q=${tag}&sort=title`
  await open(address)
  await expect(row(page, `${tag} 20`)).toBeVisible()
  const scrollDown = async () => {
    await page.evaluate(() => window.scrollTo(0, 500))
    expect(await scrolled()).toBe(500)
  }
  const expectPlace = async () => {
    await expect(page).toHaveURL(address)
    await expect.poll(scrolled).toBe(500)
  }

  await scrollDown()
  const head = page.getByRole('columnheader', { name: 'Price' })
  expect((await head.boundingBox())?.y).toBe(0)
  await page.getByRole('link', { name: `Edit ${tag} 10` }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expectPlace()
  await page.getByRole('link', { name: `Edit ${tag} 10` }).click()
  await page.getByLabel('Mileage (miles)').fill('31000')
  await saveVehicle(page)
  await expectMessage(page, 'Vehicle updated successfully!')
  await expectPlace()
  await page.getByRole('link', { name: `Edit ${tag} 10` }).click()
  await expect(page.getByRole('link', { name: 'Back to Vehicles' })).toBeVisible()
  await page.goBack()
  await expectPlace()

  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(row(page, `${tag} 26`)).toBeVisible()
  await expect.poll(scrolled).toBe(0)
  await removeVehicles(rest, made)
})

// The search itself is tested in supabase/tests/inbox-search.test.ts.
test(
  'search finds telephone numbers in any notation, and the inbox shows a vehicle’s current title',
  LONG,
  async ({ page, open, rest, createVehicle, createEnquiry, createCustomer }) => {
    const digits = String(Math.floor(Math.random() * 900_000) + 100_000)
    const vehicle = await createVehicle()
    const enquiry = await createEnquiry(vehicle, { phone: `07700 ${digits}` })
    const customer = await createCustomer()
    await rest(`profiles?id=eq.${customer.id}`, {
      method: 'PATCH',
      body: JSON.stringify({ phone: `+44 (0)7700 ${digits}` }),
    })
    const title = unique('Renamed Rover')
    await rest(`vehicles?id=eq.${vehicle.id}`, { method: 'PATCH', body: JSON.stringify({ title }) })

    await open(`/admin/enquiries?q=${encodeURIComponent(`+44 7700 ${digits}`)}`)
    await expect(row(page, enquiry.name)).toContainText(title)
    await expect(page.getByText('Showing 1 enquiry')).toBeVisible()
    await open(`/admin/customers?q=7700${digits}`)
    await expect(row(page, customer.email)).toBeVisible()
  },
)

test('Ctrl+K goes to any screen and finds any vehicle, customer or enquiry', async ({
  page,
  open,
  createVehicle,
  createEnquiry,
  createCustomer,
}) => {
  const vehicle = await createVehicle()
  const enquiry = await createEnquiry(vehicle)
  const customer = await createCustomer()
  const palette = page.getByRole('dialog', { name: 'Find or go to' })
  const box = palette.getByRole('combobox')
  // Someone who has enquired is found as a person too, and perhaps as a customer.
  const find = async (text: string, name: string, group: string) => {
    await page.keyboard.press('Control+k')
    await box.fill(text)
    const option = palette.getByRole('group', { name: group }).getByRole('option', { name }).first()
    await expect(option).toBeVisible()
    return option
  }
  await open('/admin/status')

  await page.getByRole('button', { name: 'Find' }).click()
  await expect(palette.getByRole('option')).not.toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()

  await expect(await find(vehicle.title, vehicle.title, 'Vehicles')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/vehicles/edit/${vehicle.id}`)
  await (await find(customer.email, customer.email, 'Customers')).click()
  await expect(page).toHaveURL(`/admin/customers?q=${encodeURIComponent(customer.email)}`)
  await (await find(enquiry.name, enquiry.name, 'Enquiries')).click()
  await expect(page.getByRole('dialog', { name: 'Enquiry Details' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await find('settings', 'Settings: Brand', 'Go to')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/settings\//)
})

test('pasted features are added one by one, and the form says what is missing', async ({ page, open }) => {
  await open('/admin/vehicles/add')
  const features = page.getByRole('region', { name: 'Features' })
  await expect(page.getByText('No pictures, no title, no make and 7 more')).toBeVisible()
  const top = async (name: string) => (await page.getByRole('region', { name }).boundingBox())?.y ?? 0
  expect(await top('Vehicle Images')).toBeLessThan(await top('Basic Information'))

  await features.getByLabel('New feature').evaluate((box) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Tow Bar, Roof Rails, Dash Cam')
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  for (const feature of ['Tow Bar', 'Roof Rails', 'Dash Cam']) {
    await expect(features.getByRole('button', { name: `Remove feature ${feature}` })).toBeVisible()
  }
})
