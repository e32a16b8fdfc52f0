import { readFile } from 'node:fs/promises'
import {
  breakRequests,
  expect,
  expectMessage,
  inDays,
  PHONE,
  restoreRequests,
  row,
  saveVehicle,
  test,
  unique,
  type VehicleRecord,
} from './office.ts'

test('a price can be changed in the list, and never overwrites a colleague’s change unnoticed', async ({
  page,
  open,
  createVehicle,
  rest,
}) => {
  const vehicle = await createVehicle()
  const stored = async () => (await rest(`vehicles?id=eq.${vehicle.id}&select=price`))[0]?.price
  await open(`/admin/vehicles?q=${vehicle.title}`)
  const price = page.getByRole('button', { name: `Edit price of ${vehicle.title}` })
  const field = page.getByRole('textbox', { name: `Price of ${vehicle.title}` })

  await test.step('Enter saves, and returns the focus to the price', async () => {
    await price.focus()
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('12500')
    await page.keyboard.type('£41,995.50')
    await page.keyboard.press('Enter')
    await expectMessage(page, 'Vehicle updated successfully!')
    await expect(row(page, vehicle.title)).toContainText('£41,996')
    await expect(price).toBeFocused()
    expect(await stored()).toBe(41995.5)
  })

  await test.step('Escape changes nothing, and an invalid price is not saved', async () => {
    await price.click()
    await page.keyboard.type('1')
    await page.keyboard.press('Escape')
    await expect(price).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.type('call us')
    await page.keyboard.press('Tab')
    await expect(row(page, vehicle.title).getByRole('alert')).toHaveText('Enter the price in pounds and pence')
    await expect(field).toHaveValue('call us')
    expect(await stored()).toBe(41995.5)
  })

  await test.step('leaving the field saves', async () => {
    await field.fill('40995')
    await field.press('Tab')
    await expect.poll(stored).toBe(40995)
    await expect(price).not.toHaveAttribute('aria-disabled')
  })

  await test.step('a vehicle that was changed in the meantime is overwritten only on a second Enter', async () => {
    await price.click()
    await rest(`vehicles?id=eq.${vehicle.id}`, { method: 'PATCH', body: JSON.stringify({ price: 39995 }) })
    await page.keyboard.type('38500')
    await page.keyboard.press('Enter')
    const reason = row(page, vehicle.title).getByRole('alert')
    await expect(reason).toContainText('Its price is now £39,995')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('38500')
    expect(await stored()).toBe(39995)
    await page.keyboard.press('Enter')
    await expect.poll(stored).toBe(38500)
    await expect(price).not.toHaveAttribute('aria-disabled')
  })

  await test.step('a price that could not be saved stays in the field, also on a phone', async () => {
    await page.setViewportSize(PHONE)
    await breakRequests(page, '/rest/v1/vehicles', 'PATCH')
    await price.click()
    await field.fill('37000')
    await field.press('Enter')
    await expectMessage(page, 'There was an error saving the vehicle. Please try again.')
    await expect(field).toHaveValue('37000')
    await restoreRequests(page, '/rest/v1/vehicles')
    await field.press('Enter')
    await expect.poll(stored).toBe(37000)
  })
})

test('Duplicate starts a new vehicle with what the two have in common, and keeps it as a draft of its own', async ({
  page,
  open,
  createVehicle,
  rest,
}) => {
  const [known] = await rest<{ image_url: string }[]>('vehicle_images?select=image_url&limit=1')
  const original = await createVehicle({
    vehicle: { colour: 'Green', previous_owners: 3, description: 'The V8.', featured: true },
    images: [known?.image_url ?? ''],
    features: ['Heater'],
    specifications: [{ spec_key: 'Wheels', spec_value: '15 inch' }],
  })
  await rest('vehicle_identity', {
    method: 'POST',
    body: JSON.stringify({ vehicle_id: original.id, registration: 'P1RAC' }),
  })
  await open(`/admin/vehicles?q=${original.title}`)
  const duplicate = async () => {
    await page.getByRole('button', { name: `More actions for ${original.title}` }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await expect(page.getByText(`Copied from ${original.title}.`)).toBeVisible()
  }
  await duplicate()

  await expect(page.getByLabel('Title')).toHaveValue(original.title)
  await expect(page.getByLabel('Description')).toHaveValue('The V8.')
  await expect(page.getByRole('button', { name: /^Remove feature/ })).toHaveCount(1)
  await expect(page.getByText('Example values.')).toBeHidden()
  await expect(page.getByLabel('Price (£)')).toHaveValue('')
  await expect(page.getByText('No pictures, no price, no mileage')).toBeVisible()

  await page.getByLabel('Price (£)').fill('9995')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Restore draft' }).click()
  await expect(page.getByLabel('Price (£)')).toHaveValue('9995')
  await page.getByLabel('Mileage (miles)').fill('52000')
  await saveVehicle(page)
  await expectMessage(page, 'Vehicle added successfully!')

  const copies = await rest<(VehicleRecord & Record<string, unknown>)[]>(
    `vehicles?title=eq.${encodeURIComponent(original.title)}&id=neq.${original.id}&select=id,colour,previous_owners,featured,stock_number,
     vehicle_features(feature),vehicle_images(image_url),vehicle_identity(registration)`.replaceAll(/\s/g, ''),
  )
  for (const { id } of copies) await rest(`vehicles?id=eq.${id}`, { method: 'DELETE' })
  expect(copies).toEqual([
    {
      id: expect.any(String),
      stock_number: expect.any(String),
      colour: 'Green',
      previous_owners: null,
      featured: false,
      vehicle_features: [{ feature: 'Heater' }],
      vehicle_images: [],
      vehicle_identity: null,
    },
  ])
})

test('an admin exports the list as it is filtered and sorted, with what only admins see', async ({
  page,
  open,
  createVehicle,
  rest,
}) => {
  const tag = unique('Exported').replace(' ', '')
  await createVehicle({ vehicle: { title: `=1+1, ${tag}`, price: 20000 } })
  const cheap = await createVehicle({ vehicle: { title: `"Blue" ${tag}`, price: 12500.5 } })
  await createVehicle({ vehicle: { title: `Sold ${tag}`, price: 30000, sold: true, sold_expiry_date: inDays(9) } })
  const insert = (table: string, record: object) => rest(table, { method: 'POST', body: JSON.stringify(record) })
  await insert('vehicle_identity', { vehicle_id: cheap.id, registration: 'P1RAC' })
  await insert('vehicle_ledger', { vehicle_id: cheap.id, bought_for_pence: 1_300_000 })
  await insert('vehicle_costs', { vehicle_id: cheap.id, what: 'Valet', amount_pence: 9950 })
  await open(`/admin/vehicles?q=${tag}&view=available&sort=-price`)
  await expect(page.getByText('Showing 1 to 2 of 2 vehicles')).toBeVisible()

  await page.getByRole('button', { name: 'List actions' }).click()
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export as CSV' })
  await expect(dialog).toContainText('2 vehicles, as the list is filtered and sorted')
  await breakRequests(page, '/rest/v1/rpc/stock_list', 'GET', 400)
  await dialog.getByRole('button', { name: 'Export' }).click()
  await expect(dialog.getByRole('alert')).toContainText('We couldn’t export the vehicles')
  await restoreRequests(page, '/rest/v1/rpc/stock_list')
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export' }).click()
  const file = await downloading
  await expectMessage(page, '2 vehicles exported')
  await expect(dialog).toBeHidden()

  expect(file.suggestedFilename()).toMatch(/^vehicles-\d{4}-\d{2}-\d{2}\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  const [head = '', first = '', second = '', end] = text.split('\r\n')
  expect(end).toBe('')
  expect(head.startsWith('\uFEFFStock number,Title,')).toBe(true)
  expect(first).toContain(`,"'=1+1, ${tag}",`)
  expect(first).toContain(',20000,')
  expect(second).toContain(`,"""Blue"" ${tag}",`)
  // The price, the purchase, the costs and the margin, which is a loss.
  for (const amount of ['P1RAC', '12500.5', '13000', '99.5', '-599']) expect(second.split(',')).toContain(amount)
})

test('a vehicle is found by its registration and its stock number, in the list and in the palette', async ({
  page,
  open,
  createVehicle,
  rest,
}) => {
  const stock_number = `E2E-${Date.now()}`
  const vehicle = await createVehicle()
  await rest(`vehicles?id=eq.${vehicle.id}`, { method: 'PATCH', body: JSON.stringify({ stock_number }) })
  await rest('vehicle_identity', {
    method: 'POST',
    body: JSON.stringify({ vehicle_id: vehicle.id, registration: 'LTZ 7391' }),
  })
  await open('/admin/vehicles')
  const search = page.getByRole('searchbox', { name: 'Search vehicles' })

  for (const typed of ['ltz 7391', 'LTZ7391', ' l t z-73 ', stock_number, stock_number.replace('-', ' ')]) {
    await search.fill(typed)
    await expect(page.getByText('Showing 1 vehicle', { exact: true })).toBeVisible()
    await expect(row(page, vehicle.title)).toContainText(`Rover P6 · LTZ 7391 · ${stock_number}`)
  }
  await search.fill('ltz 7392')
  await expect(page.getByRole('heading', { name: 'No vehicles found' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('ltz7391')
  await expect(page.getByRole('option', { name: vehicle.title })).toContainText(`LTZ 7391 · ${stock_number}`)
})

test('an admin finds the sales that are incomplete, and completes one', async ({ page, open, createVehicle }) => {
  const vehicle = await createVehicle({ vehicle: { sold: true, sold_expiry_date: inDays(9) } })
  await open(`/admin/vehicles?q=${vehicle.title}`)
  await expect(row(page, vehicle.title)).toContainText('Sale to complete')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('checkbox', { name: 'Sale to complete' }).check()
  await expect(page).toHaveURL(/sale=incomplete/)
  await expect(page.getByText('Showing 1 vehicle', { exact: true })).toBeVisible()

  await page.keyboard.press('Escape')
  await row(page, vehicle.title).getByRole('link', { name: vehicle.title, exact: true }).click()
  await page.getByLabel('How it was sold').selectOption('Showroom')
  await saveVehicle(page)
  await expectMessage(page, 'Vehicle updated successfully!')
  await expect(page.getByRole('heading', { name: 'No vehicles found' })).toBeVisible()
})
