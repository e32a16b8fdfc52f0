import {
  breakRequests,
  expect,
  expectMessage,
  inDays,
  restoreRequests,
  row,
  saveVehicle,
  shown,
  test,
  unique,
} from './office.ts'

const PICTURE = '/storage/v1/object/public/vehicle-images/x.webp'

test('staff reserve a vehicle for a person, buyers see it, and the reservation ends', async ({
  page,
  open,
  rest,
  createVehicle,
}) => {
  const vehicle = await createVehicle({ images: [PICTURE] })
  const person = unique('Rosa Reserver')
  await rest('people', { method: 'POST', body: JSON.stringify({ name: person }) })
  const inRow = row(page, vehicle.title)
  const dialog = page.getByRole('dialog', { name: /reserv/i })
  const choose = async (item: string) => {
    await page.getByRole('button', { name: `More actions for ${vehicle.title}` }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await open(`/admin/vehicles?q=${vehicle.title}`)

  await test.step('a reservation has a last day, a person and a note', async () => {
    await choose('Reserve')
    const until = dialog.getByLabel('Reserved until')
    await expect(until).toHaveValue(inDays(7))
    await until.fill(inDays(-1))
    await expect(dialog).toContainText('The reservation must end today or later')
    await expect(dialog.getByRole('button', { name: 'Reserve', exact: true })).toBeDisabled()
    await until.fill(inDays(3))
    await dialog.getByRole('button', { name: 'Choose person' }).click()
    await page.getByRole('searchbox', { name: 'Search by name, email or telephone' }).fill(person)
    await page.getByRole('button', { name: person }).click()
    await dialog.getByLabel('Note').fill('Paid £100.')
    await breakRequests(page, '/rest/v1/rpc/reserve_vehicle', 'POST')
    await dialog.getByRole('button', { name: 'Reserve', exact: true }).click()
    await expectMessage(page, 'There was an error saving the vehicle. Please try again.')
    await restoreRequests(page, '/rest/v1/rpc/reserve_vehicle')
    await dialog.getByRole('button', { name: 'Reserve', exact: true }).click()
    await expectMessage(page, `${vehicle.title} is reserved`)
    await expect(inRow).toContainText(`Reserved`)
    await expect(inRow).toContainText(`until ${shown(inDays(3))}`)
  })

  await test.step('a change by someone else is not overwritten unnoticed, and nothing typed is lost', async () => {
    await choose('Edit reservation')
    await expect(dialog).toContainText(person)
    await expect(dialog.getByLabel('Note')).toHaveValue('Paid £100.')
    await dialog.getByLabel('Note').fill('Paid £200.')
    const until = { _vehicle_id: vehicle.id, _until: inDays(5) }
    await rest('rpc/reserve_vehicle', { method: 'POST', body: JSON.stringify(until) })
    await dialog.getByRole('button', { name: 'Save reservation' }).click()
    await expect(dialog.getByRole('alert')).toContainText(`It’s now reserved until ${shown(inDays(5))}.`)
    await dialog.getByRole('button', { name: 'Save reservation' }).click()
    await expect(dialog).toBeHidden()
    const columns = 'select=reserved_until,vehicle_reservations(note,people(name))'
    expect(await rest(`vehicles?id=eq.${vehicle.id}&${columns}`)).toEqual([
      { reserved_until: inDays(3), vehicle_reservations: { note: 'Paid £200.', people: { name: person } } },
    ])
  })

  await test.step('buyers see that it is reserved, and can still enquire and book a test drive', async () => {
    await page.goto('/vehicles')
    await expect(page.getByRole('article').filter({ hasText: vehicle.title })).toContainText('Reserved')
    await page.goto(`/vehicles/${vehicle.id}`)
    await expect(page.getByText('This vehicle is reserved.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Test Drive' }).first()).toBeVisible()
    expect(await page.locator('script[type="application/ld+json"]').first().textContent()).toContain(
      'LimitedAvailability',
    )
    await page.getByRole('link', { name: 'Make Enquiry' }).first().click()
    await expect(page.getByText('(reserved)').filter({ visible: true })).toBeVisible()
  })

  await test.step('the form shows the reservation and ends it, and can still be saved', async () => {
    await page.goto(`/admin/vehicles/edit/${vehicle.id}`)
    await page.getByLabel('Mileage (miles)').fill('61001')
    await page.getByRole('button', { name: 'End reservation' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End reservation' }).click()
    await expectMessage(page, `${vehicle.title} is no longer reserved`)
    await expect(page.getByText('Not reserved')).toBeVisible()
    await saveVehicle(page)
    await expectMessage(page, 'Vehicle updated successfully!')
    expect(await rest(`vehicles?id=eq.${vehicle.id}&select=mileage,vehicle_state`)).toEqual([
      { mileage: 61001, vehicle_state: 'Listed' },
    ])
  })
})

test('a price on application reaches no buyer, and staff still see and change it', async ({
  page,
  open,
  rest,
  createVehicle,
}) => {
  const vehicle = await createVehicle({ images: [PICTURE], vehicle: { price: 71239 } })
  await open(`/admin/vehicles/edit/${vehicle.id}`)
  await page.getByLabel('Price on application').check()
  await expect(page.getByText('Only staff can see it. Buyers ask you for it.')).toBeVisible()
  await saveVehicle(page)
  await expectMessage(page, 'Vehicle updated successfully!')
  await page.goto(`/admin/vehicles?q=${vehicle.title}`)
  await expect(row(page, vehicle.title)).toContainText('£71,239 on application')

  await page.getByRole('button', { name: `Edit price of ${vehicle.title}` }).click()
  await page.keyboard.type('71238')
  await page.keyboard.press('Enter')
  await expectMessage(page, 'Vehicle updated successfully!')
  await expect(row(page, vehicle.title)).toContainText('£71,238 on application')

  await page.goto(`/vehicles/${vehicle.id}`)
  await expect(page.getByRole('main').getByText('Price on application').first()).toBeVisible()
  const pages = [`/vehicles/${vehicle.id}`, '/vehicles', `/vehicles/${vehicle.id}/enquiry`, '/sitemap.xml']
  const reads = [`vehicles?id=eq.${vehicle.id}`, `searched_vehicles?id=eq.${vehicle.id}`]
  for (const path of pages) {
    const html = await (await page.request.get(path)).text()
    expect(html, path).not.toMatch(/71,?23[89]/)
  }
  await page.goto('/vehicles')
  await expect(page.getByRole('article').filter({ hasText: vehicle.title })).toContainText('Price on application')
  for (const path of reads) expect(JSON.stringify(await rest(path)), path).not.toMatch(/7123[89]/)
  expect(await rest(`vehicles?id=eq.${vehicle.id}&select=asking_price`)).toEqual([{ asking_price: 71238 }])
})
