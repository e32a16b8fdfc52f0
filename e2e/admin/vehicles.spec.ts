import { breakRequests, expect, expectMessage, inDays, mend, PHONE, row, shown, test, unique } from './office.ts'

test('the search finds title, make and model whatever the case', async ({ page, open, createVehicle }) => {
  const tag = crypto.randomUUID().slice(0, 6)
  const vehicle = await createVehicle({
    vehicle: { title: `Alpha${tag}`, make: `Bravo${tag}`, model: `Charlie${tag}` },
  })
  await open('/admin/vehicles')
  const search = page.getByRole('searchbox', { name: 'Search vehicles' })

  for (const term of [`alpha${tag}`, `RAVO${tag}`, `harlie${tag.toUpperCase()}`]) {
    await search.fill(term)
    await expect(page.getByText('Showing 1 to 1 of 1 vehicles')).toBeVisible()
    await expect(row(page, vehicle.title)).toBeVisible()
  }

  await search.fill('100% "none", (of) these\\')
  await expect(page.getByRole('heading', { name: 'No vehicles found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add Your First Vehicle' })).toHaveAttribute(
    'href',
    '/admin/vehicles/add',
  )
})

test('a slash puts the cursor into the search', async ({ page, open }) => {
  await open('/admin/vehicles')
  await expect(page.getByRole('table')).toBeVisible()

  await page.keyboard.press('/')

  await expect(page.getByRole('searchbox')).toBeFocused()
  await expect(page.getByRole('searchbox')).toHaveValue('')
})

test('seven views choose and sort', async ({ page, open, createVehicle }) => {
  const tag = unique('View').replace(' ', '')
  const make = (name: string, facts: object) => createVehicle({ vehicle: { title: `${tag} ${name}`, ...facts } })
  await make('Old', { price: 300 })
  await make('Featured', { price: 200, featured: true })
  await make('Sold', { price: 100, sold: true, sold_expiry_date: inDays(5) })
  await open(`/admin/vehicles?q=${tag}`)

  const titles = page.getByRole('row').getByRole('link', { name: new RegExp(`^${tag}`) })
  const select = page.getByRole('combobox', { name: 'View' })
  const expected: [string, string[]][] = [
    ['All Vehicles', ['Sold', 'Featured', 'Old']],
    ['Featured Only', ['Featured']],
    ['Sold Vehicles', ['Sold']],
    ['Available Vehicles', ['Featured', 'Old']],
    ['Recently Added', ['Sold', 'Featured', 'Old']],
    ['Price: High to Low', ['Old', 'Featured', 'Sold']],
    ['Price: Low to High', ['Sold', 'Featured', 'Old']],
  ]
  for (const [label, names] of expected) {
    await select.selectOption({ label })
    await expect(titles).toHaveText(names.map((name) => `${tag} ${name}`))
  }
})

test('a row shows every fact and the badge its state asks for', async ({ page, open, createVehicle, rest }) => {
  const tag = unique('Badge').replace(' ', '')
  const make = (name: string, facts: object) => createVehicle({ vehicle: { title: `${tag} ${name}`, ...facts } })
  await make('listed', { price: 12345.67, mileage: 61234 })
  await make('featured', { featured: true })
  await make('sold', { sold: true, sold_expiry_date: inDays(9) })
  await make('expired', { sold: true, sold_expiry_date: inDays(9) })
  // A date in the past cannot be saved; it comes with time. The service may write it for the test.
  await rest(`vehicles?title=eq.${tag} expired`, {
    method: 'PATCH',
    body: JSON.stringify({ sold_expiry_date: inDays(-1) }),
  })
  await open(`/admin/vehicles?q=${tag}`)

  const facts = ['£12,346', '1972', '61,234 miles', 'Manual', 'Petrol']
  for (const fact of facts)
    await expect(row(page, `${tag} listed`).getByRole('cell', { name: fact, exact: true })).toBeVisible()
  await expect(row(page, `${tag} listed`)).toContainText('Rover P6')
  await expect(row(page, `${tag} listed`).getByRole('cell', { name: 'Listed', exact: true })).toBeVisible()
  await expect(row(page, `${tag} featured`).getByRole('cell', { name: 'Featured', exact: true })).toBeVisible()
  await expect(row(page, `${tag} sold`).getByRole('cell', { name: 'Sold', exact: true })).toBeVisible()
  await expect(row(page, `${tag} sold`).getByRole('cell', { name: shown(inDays(9)) })).toBeVisible()
  await expect(row(page, `${tag} expired`).getByRole('cell', { name: 'Expired', exact: true })).toBeVisible()
})

test('view opens the public page in a new tab, edit the form', async ({ page, open, createVehicle }) => {
  const vehicle = await createVehicle()
  await open(`/admin/vehicles?q=${vehicle.title}`)

  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: `View ${vehicle.title} in a new tab` }).click()
  await expect(await opened).toHaveURL(new RegExp(`/vehicles/${vehicle.id}$`))

  await page.getByRole('link', { name: `Edit ${vehicle.title}` }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/vehicles/edit/${vehicle.id}$`))
})

test('a vehicle is deleted after a question, and a failure keeps it', async ({ page, open, createVehicle, rest }) => {
  const vehicle = await createVehicle()
  await open(`/admin/vehicles?q=${vehicle.title}`)
  const ask = () => page.getByRole('button', { name: `Delete ${vehicle.title}` }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Vehicle' })

  await ask()
  await expect(question).toContainText(
    `Are you sure you want to delete ${vehicle.title}? This action cannot be undone.`,
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()

  await breakRequests(page, '/rest/v1/vehicles', 'DELETE')
  await ask()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectMessage(page, 'Failed to delete vehicle. Please try again.')
  expect(await rest(`vehicles?id=eq.${vehicle.id}`)).toHaveLength(1)

  await mend(page, '/rest/v1/vehicles')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectMessage(page, `${vehicle.title} has been deleted.`)
  await expect(page.getByRole('heading', { name: 'No vehicles found' })).toBeVisible()
  expect(await rest(`vehicles?id=eq.${vehicle.id}`)).toHaveLength(0)
})

test('a list that cannot be read is said so, and comes back', async ({ page, open }) => {
  await breakRequests(page, '/rest/v1/vehicles', 'GET', 'network')
  await open('/admin/vehicles')
  await expectMessage(page, 'Failed to fetch vehicles')

  await mend(page, '/rest/v1/vehicles')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table')).toBeVisible()
})

test('the list pages on the server', async ({ page, open, rest }) => {
  const tag = unique('Paged').replace(' ', '')
  const facts = {
    make: 'Rover',
    model: 'P6',
    year: 1972,
    price: 1,
    mileage: 1,
    fuel_type: 'Petrol',
    transmission: 'Manual',
  }
  const vehicles = Array.from({ length: 30 }, (_, index) => ({ ...facts, title: `${tag} ${index}` }))
  await rest('vehicles', { method: 'POST', body: JSON.stringify(vehicles) })
  await open(`/admin/vehicles?q=${tag}`)
  await expect(page.getByText('Showing 1 to 25 of 30 vehicles')).toBeVisible()

  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Showing 26 to 30 of 30 vehicles')).toBeVisible()

  await page.goto(`/admin/vehicles?q=${tag}&page=9`)
  await expect(page.getByText('Showing 1 to 25 of 30 vehicles')).toBeVisible()
  await rest(`vehicles?title=like.${tag}*`, { method: 'DELETE' })
})

test('on a phone a row is read without scrolling sideways', async ({ page, open, createVehicle }) => {
  await page.setViewportSize(PHONE)
  const vehicle = await createVehicle()
  await open(`/admin/vehicles?q=${vehicle.title}`)

  await expect(row(page, vehicle.title)).toContainText('£12,500')
  await expect(row(page, vehicle.title)).toContainText('Listed')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})
