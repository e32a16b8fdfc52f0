import type { Page } from '@playwright/test'
import {
  breakRequests,
  expect,
  expectMessage,
  inDays,
  message,
  restoreRequests,
  saveVehicle,
  test,
  unique,
} from './office.ts'

async function fillRequired(page: Page, title: string) {
  await page.getByLabel('Title').fill(title)
  await page.getByRole('combobox', { name: 'Make' }).selectOption('Volkswagen')
  await page.getByLabel('Model').fill('Golf')
  await page.getByLabel('Year').fill('2022')
  await page.getByLabel('Price (£)').fill('25995')
  await page.getByLabel('Mileage (miles)').fill('19700')
  await page.getByRole('combobox', { name: 'Fuel type' }).selectOption('Petrol')
  await page.getByRole('combobox', { name: 'Transmission' }).selectOption('Manual')
}

const stored = 'select=*,vehicle_features(feature),vehicle_specifications(spec_key,spec_value)'

interface Stored {
  title: string
  price: number
  featured: boolean
  sold: boolean
  sold_expiry_date: string | null
  vehicle_features: { feature: string }[]
  vehicle_specifications: { spec_key: string; spec_value: string }[]
}

test('a new vehicle on the demo starts with default features and specifications, is saved in full and only once, and loses nothing if a save fails', async ({
  page,
  open,
  rest,
}) => {
  const title = unique('Golf GTI')
  await open('/admin/vehicles/add')
  for (const name of ['Basic Information', 'Features', 'Specifications', 'Vehicle Images']) {
    await expect(page.getByRole('region', { name })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Cancel' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Vehicles' })).toBeVisible()
  for (const name of ['Features', 'Specifications']) {
    await expect(page.getByRole('region', { name })).toContainText('Example values.')
  }

  await fillRequired(page, title)
  for (const failure of [500, 'network'] as const) {
    await breakRequests(page, '/rest/v1/rpc/save_vehicle', 'POST', failure)
    const asked = page.waitForRequest('**/rest/v1/rpc/save_vehicle')
    await saveVehicle(page)
    // The toast from the first failure may still be visible.
    await (await asked).response()
    await expectMessage(page, 'There was an error saving the vehicle. Please try again.')
    await restoreRequests(page, '/rest/v1/rpc/save_vehicle')
  }
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await page.getByLabel('Price (£)').fill('')
  await page.getByLabel('Price (£)').pressSequentially('-')
  for (let pressed = 0; pressed < 3; pressed += 1) await page.keyboard.press('Control+s')

  await expectMessage(page, 'Vehicle added successfully!')
  await expect(page).toHaveURL(/\/admin\/vehicles$/)
  const [vehicle, ...more] = await rest<Stored[]>(`vehicles?title=eq.${title}&${stored}`)
  expect(more).toEqual([])
  expect(vehicle?.vehicle_features.map(({ feature }) => feature)).toEqual([
    'Air Conditioning',
    'Bluetooth',
    'Navigation',
  ])
  expect(vehicle?.vehicle_specifications.map(({ spec_key, spec_value }) => [spec_key, spec_value])).toEqual([
    ['Engine Size', '2.0L'],
    ['Body Type', 'Sedan'],
    ['Color', 'White'],
    ['Doors', '5'],
  ])
  expect(vehicle).toMatchObject({ price: 0, featured: false, sold: false, sold_expiry_date: null })
  await rest(`vehicles?title=eq.${title}`, { method: 'DELETE' })
})

test('an edited vehicle keeps the order of its specifications, and entries that were typed but not yet added are saved', async ({
  page,
  open,
  rest,
  createVehicle,
}) => {
  const text = Array.from({ length: 60 }, (_, line) => `Line ${line}`).join('\n')
  const vehicle = await createVehicle({
    vehicle: { description: text },
    specifications: [{ spec_key: 'Doors', spec_value: '4' }],
  })
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await open(`/admin/vehicles/edit/${vehicle.id}`)
  await expect(page.getByText('Example values.')).toHaveCount(0)

  // The description field grows with its text.
  const description = page.getByLabel('Description')
  const hidden = () => description.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  await expect(description).toHaveValue(text)
  expect(await hidden()).toBe(0)
  await description.fill(`${text}\n${text}`)
  await expect.poll(hidden).toBe(0)

  const value = page.getByLabel('Value of Doors')
  await value.fill(' ')
  await saveVehicle(page)
  await expect(page.getByText('Give this specification a value, or remove it')).toBeVisible()
  await expect(value).toBeFocused()
  await value.fill('2')

  const specifications = page.getByRole('region', { name: 'Specifications' })
  await page.getByLabel('New feature').fill('Heated Seats')
  await specifications.getByLabel('Specification name').fill('Seats')
  await saveVehicle(page)
  await expect(specifications.getByRole('alert')).toHaveText('Give “Seats” a value, or clear its name')
  await expect(specifications.getByLabel('Specification value')).toBeFocused()
  await specifications.getByLabel('Specification value').fill('5')

  await saveVehicle(page)
  await expectMessage(page, 'Vehicle updated successfully!')
  const [saved] = await rest<Stored[]>(`vehicles?id=eq.${vehicle.id}&${stored}`)
  expect(saved?.vehicle_features).toEqual([{ feature: 'Heated Seats' }])
  expect(saved?.vehicle_specifications).toEqual([
    { spec_key: 'Doors', spec_value: '2' },
    { spec_key: 'Seats', spec_value: '5' },
  ])
  // With AutoTrader switched off there is no sync and no toast.
  expect(calls.filter((url) => url.includes('autotrader-sync'))).toEqual([])
  await expect(message(page, 'Failed to sync with Autotrader')).toHaveCount(0)
})

test('the form for a new vehicle reports missing and invalid values, refuses duplicates and adds a make', async ({
  page,
  open,
  rest,
}) => {
  await breakRequests(page, '/rest/v1/car_makes', 'GET')
  await open('/admin/vehicles/add')
  await test.step('a toast appears when the makes cannot be loaded', () =>
    expectMessage(page, 'Failed to fetch car makes'))
  await restoreRequests(page, '/rest/v1/car_makes')
  await expectValidation(page)
  await expectNoDuplicates(page)
  await expectCellsPastedAsText(page)

  const make = unique('Lagonda')
  await page.getByRole('button', { name: 'Add new make' }).click()
  await page.getByRole('textbox', { name: 'New make' }).fill(` ${make} `)

  await breakRequests(page, '/rest/v1/car_makes', 'POST')
  await page.getByRole('button', { name: 'Add make' }).click()
  await expectMessage(page, 'Failed to add car make')

  await restoreRequests(page, '/rest/v1/car_makes')
  await page.getByRole('button', { name: 'Add make' }).click()
  await expectMessage(page, `${make} added to car makes`)
  await expect(page.getByRole('combobox', { name: 'Make' })).toHaveValue(make)
  expect(await rest(`car_makes?name=eq.${make}`)).toHaveLength(1)
  await rest(`car_makes?name=eq.${make}`, { method: 'DELETE' })
})

/** vehicle-form.schema.test.ts covers every rule. */
async function expectValidation(page: Page) {
  await saveVehicle(page)
  for (const label of ['Title', 'Make', 'Model', 'Year', 'Price', 'Mileage', 'Fuel type', 'Transmission']) {
    await expect(page.getByText(`${label} is required`, { exact: true })).toBeVisible()
  }

  await page.getByLabel('Year').fill('1899')
  await expect(page.getByText(/^Year must be between 1900 and \d{4}$/)).toBeVisible()
  await page.getByLabel('Price (£)').fill('-1')
  await expect(page.getByText('Price can’t be below 0')).toBeVisible()
  await page.getByLabel('Mileage (miles)').fill('-1')
  await expect(page.getByText('Mileage can’t be below 0')).toBeVisible()
  await page.getByLabel('Price (£)').fill('')
  await page.getByLabel('Price (£)').pressSequentially('e-')
  await page.getByLabel('Title').focus()
  await expect(page.getByLabel('Price (£)')).toHaveValue('0')
  await expect(page.getByLabel('Price (£)')).toHaveAttribute('step', '0.01')
  await expect(page.getByLabel('Year')).toHaveAttribute('max', String(new Date().getFullYear() + 1))
}

/** Features are trimmed, and empty or duplicate ones are dropped. A repeated specification replaces the earlier one. */
async function expectNoDuplicates(page: Page) {
  const features = page.getByRole('region', { name: 'Features' })
  const feature = features.getByLabel('New feature')
  await feature.fill('   ')
  await expect(features.getByRole('button', { name: 'Add feature' })).toBeDisabled()
  await feature.fill('bluetooth')
  await expect(features.getByText('This feature is already listed.')).toBeVisible()
  await feature.fill('  Heated Seats ')
  await feature.press('Enter')
  await expect(features.getByRole('listitem')).toHaveText([
    'Air Conditioning',
    'Bluetooth',
    'Navigation',
    'Heated Seats',
  ])
  await features.getByRole('button', { name: 'Remove feature Navigation' }).click()
  await expect(features.getByRole('listitem')).toHaveCount(3)

  const specifications = page.getByRole('region', { name: 'Specifications' })
  const add = specifications.getByRole('button', { name: 'Add specification' })
  await specifications.getByLabel('Specification name').fill('Doors')
  await expect(add).toBeDisabled()
  await specifications.getByLabel('Specification value').fill('3')
  await add.click()
  await expect(specifications.getByRole('term')).toHaveText(['Engine Size', 'Body Type', 'Color', 'Doors'])
  await expect(specifications.getByLabel('Value of Doors')).toHaveValue('3')
  await specifications.getByRole('button', { name: 'Remove specification Color' }).click()
  await expect(specifications.getByRole('term')).toHaveCount(3)
}

/** Spreadsheet cells on the clipboard contain text and a picture. */
async function expectCellsPastedAsText(page: Page) {
  const paste = (selector: string) =>
    page.locator(selector).evaluate((target) => {
      const data = new DataTransfer()
      data.setData('text/plain', 'Golf GTI')
      data.items.add(new File([new Uint8Array(8)], 'image.png', { type: 'image/png' }))
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      target.dispatchEvent(event)
      // The browser inserts the text unless the event's default action was prevented.
      return event.defaultPrevented
    }, undefined)

  expect(await paste('input[name=title]')).toBe(false)
  expect(await paste('textarea[name=description]')).toBe(false)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  expect(await paste('main')).toBe(true)
}

test('a featured vehicle that is marked as sold is no longer featured and needs an expiry date of tomorrow or later', async ({
  page,
  open,
  rest,
  createVehicle,
}) => {
  const vehicle = await createVehicle({ vehicle: { featured: true } })
  await open(`/admin/vehicles/edit/${vehicle.id}`)
  const featured = page.getByLabel('Featured')
  const sold = page.getByLabel('Sold', { exact: true })
  const expiry = page.getByLabel('Sold expiry date')
  await expect(featured).toBeChecked()

  await sold.check()
  await expectMessage(page, 'Vehicle automatically unfeatured when marked as sold')
  await expect(featured).not.toBeChecked()
  await expect(featured).toBeDisabled()
  await expect(page.getByText('The vehicle is removed from search results after this date.')).toBeVisible()
  await expect(expiry).toHaveAttribute('min', inDays(1))

  await saveVehicle(page)
  await expect(page.getByText('A sold vehicle needs an expiry date')).toBeVisible()
  await expiry.fill(inDays(0))
  await expect(page.getByText('The expiry date must be tomorrow or later')).toBeVisible()

  await expiry.fill(inDays(1))
  await sold.uncheck()
  await sold.check()
  await expect(expiry).toHaveValue('')

  await expiry.fill(inDays(1))
  await saveVehicle(page)
  await expectMessage(page, 'Vehicle updated successfully!')
  const [saved] = await rest<Stored[]>(`vehicles?id=eq.${vehicle.id}`)
  expect(saved).toMatchObject({ sold: true, featured: false, sold_expiry_date: inDays(1) })

  await test.step('an expired vehicle can still be edited', async () => {
    await rest(`vehicles?id=eq.${vehicle.id}`, {
      method: 'PATCH',
      body: JSON.stringify({ sold_expiry_date: inDays(-30) }),
    })
    await expect(page).toHaveURL(/\/admin\/vehicles$/)
    await page.goBack()
    await expect(expiry).toHaveValue(inDays(-30))
    await page.getByLabel('Description').fill('Gone to a good home.')
    await saveVehicle(page)
    await expect.poll(() => rest(`vehicles?id=eq.${vehicle.id}&description=like.Gone*`)).toHaveLength(1)
  })
})

test('opening the form for an unknown vehicle redirects to the list', async ({ page, open }) => {
  for (const id of ['00000000-0000-4000-8000-000000000000', 'no-such-id']) {
    await open(`/admin/vehicles/edit/${id}`)
    await expectMessage(page, 'Vehicle not found')
    await expect(page).toHaveURL(/\/admin\/vehicles$/)
  }
})
