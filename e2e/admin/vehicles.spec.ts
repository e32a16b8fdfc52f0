import { LONG } from '../fixtures/test.ts'
import {
  breakRequests,
  DESKTOP,
  expect,
  expectMessage,
  inDays,
  message,
  passTime,
  restoreRequests,
  row,
  shown,
  test,
  unique,
} from './office.ts'

test('the search matches the title, make and model regardless of case, and the slash key focuses the search field', async ({
  page,
  open,
  rest,
  createVehicle,
}) => {
  const tag = crypto.randomUUID().slice(0, 6)
  const vehicle = await createVehicle({
    vehicle: { title: `Alpha${tag}`, make: `Bravo${tag}`, model: `Charlie${tag}` },
  })
  await open('/admin/vehicles')
  const search = page.getByRole('searchbox', { name: 'Search vehicles' })
  await expect(page.getByRole('table')).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')

  for (const term of [`alpha${tag}`, `RAVO${tag}`, `harlie${tag.toUpperCase()}`]) {
    await search.fill(term)
    await expect(page.getByText('Showing 1 vehicle')).toBeVisible()
    await expect(row(page, vehicle.title)).toBeVisible()
  }

  await search.fill('100% "none", (of) these\\')
  await expect(page.getByRole('heading', { name: 'No vehicles found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add Your First Vehicle' })).toBeHidden()

  await page.getByRole('button', { name: 'Show all vehicles' }).click()
  await expect(page.getByRole('table')).toBeVisible()
  await expect(search).toHaveValue('')

  await test.step('the vehicle list is paginated by the server', async () => {
    const paged = unique('Paged').replace(' ', '')
    const facts = {
      make: 'Rover',
      model: 'P6',
      year: 1972,
      price: 1,
      mileage: 1,
      fuel_type: 'Petrol',
      transmission: 'Manual',
    }
    const vehicles = Array.from({ length: 30 }, (_, index) => ({ ...facts, title: `${paged} ${index}` }))
    await rest('vehicles', { method: 'POST', body: JSON.stringify(vehicles) })
    await search.fill(paged)
    await expect(page.getByText('Showing 1 to 25 of 30 vehicles')).toBeVisible()

    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText('Showing 26 to 30 of 30 vehicles')).toBeVisible()

    await page.goto(`/admin/vehicles?q=${paged}&page=9`)
    await expect(page.getByText('Showing 1 to 25 of 30 vehicles')).toBeVisible()
    await rest(`vehicles?title=like.${paged}*`, { method: 'DELETE' })
  })
})

test('the vehicles can be sorted by every column and filtered by seven views, and choosing a view overrides the sorting', async ({
  page,
  open,
  createVehicle,
}) => {
  const tag = unique('Sorted').replace(' ', '')
  const make = (name: string, facts: object) => createVehicle({ vehicle: { title: `${tag} ${name}`, ...facts } })
  await make('A', { price: 200, year: 2001, mileage: 30, transmission: 'Manual', fuel_type: 'Petrol', featured: true })
  await make('B', { price: 300, year: 2003, mileage: 10, transmission: 'Automatic', fuel_type: 'Diesel' })
  await make('C', {
    price: 100,
    year: 2002,
    mileage: 20,
    transmission: 'Semi-Automatic',
    fuel_type: 'Hybrid',
    sold: true,
    sold_expiry_date: inDays(5),
  })
  await page.setViewportSize(DESKTOP)
  await open(`/admin/vehicles?q=${tag}&view=price-desc`)
  const titles = page.getByRole('row').getByRole('link', { name: new RegExp(`^${tag}`) })
  const inOrder = (names: string) => expect(titles).toHaveText([...names].map((name) => `${tag} ${name}`))
  const head = (name: string) => page.getByRole('columnheader', { name })
  await expect(head('Price')).toHaveAttribute('aria-sort', 'descending')

  const expected: [string, string][] = [
    ['Title, make and model', 'ABC'],
    ['Price', 'CAB'],
    ['Year', 'ACB'],
    ['Mileage', 'BCA'],
    ['Transmission', 'BAC'],
    ['Fuel type', 'BCA'],
    ['Status', 'ABC'],
  ]
  for (const [name, upwards] of expected) {
    await head(name).getByRole('button').click()
    await inOrder(upwards)
    await expect(head(name)).toHaveAttribute('aria-sort', 'ascending')
  }
  // list/sort.test.ts covers descending order for every column.
  await head('Status').getByRole('button').click()
  await inOrder('CBA')
  await expect(page.getByRole('combobox', { name: 'View' })).toHaveValue('all')
  await head('Sold expiry').getByRole('button').click()
  await expect(titles.first()).toHaveText(`${tag} C`)

  await page.getByRole('combobox', { name: 'View' }).selectOption({ label: 'Price: High to Low' })
  await inOrder('BAC')

  await test.step('the seven views filter and sort the vehicles', async () => {
    const viewed = (name: string, facts: object) => make(`View ${name}`, facts)
    await viewed('Old', { price: 300 })
    await viewed('Featured', { price: 200, featured: true })
    await viewed('Sold', { price: 100, sold: true, sold_expiry_date: inDays(5) })
    await page.getByRole('searchbox', { name: 'Search vehicles' }).fill(`${tag} View`)

    const select = page.getByRole('combobox', { name: 'View' })
    const byView: [string, string[]][] = [
      ['All Vehicles', ['Sold', 'Featured', 'Old']],
      ['Featured Only', ['Featured']],
      ['Sold Vehicles', ['Sold']],
      ['Available Vehicles', ['Featured', 'Old']],
      ['Recently Added', ['Sold', 'Featured', 'Old']],
      ['Price: High to Low', ['Old', 'Featured', 'Sold']],
      ['Price: Low to High', ['Sold', 'Featured', 'Old']],
    ]
    for (const [label, names] of byView) {
      await select.selectOption({ label })
      await expect(titles).toHaveText(names.map((name) => `${tag} View ${name}`))
    }
  })
})

test('a vehicle can be marked as sold, available and featured, viewed and edited from its row', async ({
  page,
  open,
  createVehicle,
  rest,
}) => {
  const vehicle = await createVehicle({ vehicle: { featured: true } })
  const stored = async () => (await rest(`vehicles?id=eq.${vehicle.id}&select=sold,featured,sold_expiry_date`))[0]
  await open(`/admin/vehicles?q=${vehicle.title}`)
  const choose = async (item: string) => {
    await page.getByRole('button', { name: `More actions for ${vehicle.title}` }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }

  await choose('Mark as sold')
  const dialog = page.getByRole('dialog', { name: 'Mark as sold' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: `More actions for ${vehicle.title}` })).toBeFocused()
  await choose('Mark as sold')
  await expect(dialog.getByLabel('Sold expiry date')).toHaveValue(inDays(30))
  await expect(dialog).toContainText('The vehicle is removed from search results after this date.')
  await dialog.getByLabel('Sold expiry date').fill(inDays(0))
  await expect(dialog.getByRole('button', { name: 'Mark as sold' })).toBeDisabled()
  await dialog.getByLabel('Sold expiry date').fill(inDays(14))
  await dialog.getByRole('button', { name: 'Mark as sold' }).click()
  await expectMessage(page, `${vehicle.title} marked as sold`)
  await expectMessage(page, 'Vehicle automatically unfeatured when marked as sold')
  await expect(row(page, vehicle.title).getByRole('cell', { name: 'Sold' })).toBeVisible()
  expect(await stored()).toEqual({ sold: true, featured: false, sold_expiry_date: inDays(14) })

  await choose('Mark as available')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as available' }).click()
  await expectMessage(page, `${vehicle.title} is available again`)
  expect(await stored()).toEqual({ sold: false, featured: false, sold_expiry_date: null })

  await choose('Feature')
  await expectMessage(page, `${vehicle.title} is featured`)
  await expect(row(page, vehicle.title).getByRole('cell', { name: 'Featured' })).toBeVisible()
  await choose('Remove from featured')
  await expectMessage(page, `${vehicle.title} is no longer featured`)
  expect(await stored()).toMatchObject({ featured: false })

  await breakRequests(page, '/rest/v1/vehicles', 'PATCH')
  await choose('Feature')
  await expectMessage(page, 'There was an error saving the vehicle. Please try again.')

  await test.step('View opens the public page in a new tab, and Edit opens the form', async () => {
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: `View ${vehicle.title} in a new tab` }).click()
    await expect(await opened).toHaveURL(new RegExp(`/vehicles/${vehicle.id}$`))

    await page.getByRole('link', { name: `Edit ${vehicle.title}` }).click()
    await expect(page).toHaveURL(new RegExp(`/admin/vehicles/edit/${vehicle.id}$`))
  })
})

test(
  'a row shows every detail and the status badge without horizontal scrolling at widths from 390 to 1366 px',
  LONG,
  async ({ page, open, createVehicle, rest }) => {
    const [known] = await rest<{ image_url: string }[]>('vehicle_images?select=image_url&limit=1')
    const tag = unique('Badge').replace(' ', '')
    const make = (name: string, facts: object) => createVehicle({ vehicle: { title: `${tag} ${name}`, ...facts } })
    await make('listed', { price: 12345.67, mileage: 61234 })
    await make('featured', { featured: true })
    await make('sold', { sold: true, sold_expiry_date: inDays(9) })
    await createVehicle({ vehicle: { title: `${tag} pictured` }, images: [known?.image_url ?? ''] })
    const long = await make(`and ${'a very long name'.repeat(4)}`, {
      transmission: 'Semi-Automatic',
      sold: true,
      sold_expiry_date: inDays(9),
    })
    await make('expired', { sold: true, sold_expiry_date: inDays(9) })
    // Admins cannot save a date in the past, so the test writes it with the service role.
    await rest(`vehicles?title=eq.${tag} expired`, {
      method: 'PATCH',
      body: JSON.stringify({ sold_expiry_date: inDays(-1) }),
    })
    await page.setViewportSize(DESKTOP)
    await open(`/admin/vehicles?q=${tag}`)

    const facts = ['£12,346', '1972', '61,234 miles', 'Manual', 'Petrol']
    for (const fact of facts)
      await expect(row(page, `${tag} listed`).getByRole('cell', { name: fact }).first()).toBeVisible()
    await expect(row(page, `${tag} listed`)).toContainText('Rover P6')
    await expect(row(page, `${tag} listed`).getByRole('cell', { name: /^Listed/ })).toBeVisible()
    await expect(row(page, `${tag} featured`).getByRole('cell', { name: /^Featured/ })).toBeVisible()
    await expect(row(page, `${tag} sold`).getByRole('cell', { name: /^Sold/ })).toBeVisible()
    await expect(row(page, `${tag} sold`).getByRole('cell', { name: shown(inDays(9)) })).toBeVisible()
    await expect(row(page, `${tag} expired`).getByRole('cell', { name: 'Expired', exact: true })).toBeVisible()
    await expect(row(page, `${tag} listed`)).toContainText('ListedHidden: no picture')
    await expect(row(page, `${tag} pictured`)).not.toContainText('no picture')

    const all = ['£12,500', '1972', '61,000 miles', 'Rover P6', 'Semi-Automatic', 'Petrol', 'Sold', shown(inDays(9))]
    const findWide = () =>
      page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('section:has(> table)')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ tagName }) => tagName),
      )
    for (const width of [390, 768, 1024, 1280, 1366]) {
      await page.setViewportSize({ width, height: 800 })
      for (const fact of all) {
        const seen = row(page, long.title).getByText(fact).filter({ visible: true })
        await expect(seen.first(), `${fact} at ${width} px`).toBeVisible()
      }
      expect(await findWide(), `${width} px`).toEqual([])
    }
  },
)

test('deleting a vehicle requires confirmation in a dialog that names waiting customers, and the vehicle is kept if deletion fails', async ({
  page,
  open,
  createVehicle,
  createEnquiry,
  createTestDrive,
  rest,
}) => {
  const vehicle = await createVehicle()
  const enquiry = await createEnquiry(vehicle)
  const testDrive = await createTestDrive(vehicle)
  const closed = await createEnquiry(vehicle, { status: 'Closed' })
  await open(`/admin/vehicles?q=${vehicle.title}`)
  const ask = async () => {
    await page.getByRole('button', { name: `More actions for ${vehicle.title}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  const question = page.getByRole('alertdialog', { name: 'Delete Vehicle' })

  await ask()
  await expect(question).toContainText(
    `Are you sure you want to delete ${vehicle.title}? This action cannot be undone.`,
  )
  await expect(question).toContainText(`${enquiry.name} (enquiry)`)
  await expect(question).toContainText(`${testDrive.name} (test drive on ${shown(inDays(3))} at 14:00)`)
  await expect(question).not.toContainText(closed.name)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()

  await breakRequests(page, '/rest/v1/vehicles', 'DELETE')
  await ask()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectMessage(page, 'Failed to delete vehicle. Please try again.')
  expect(await rest(`vehicles?id=eq.${vehicle.id}`)).toHaveLength(1)

  await restoreRequests(page, '/rest/v1/vehicles')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectMessage(page, `${vehicle.title} has been deleted.`)
  await expect(page.getByRole('heading', { name: 'No vehicles found' })).toBeVisible()
  expect(await rest(`vehicles?id=eq.${vehicle.id}`)).toHaveLength(0)
})

test('a toast appears when vehicles cannot be loaded, a retry loads them, and an empty list links to the form for a new vehicle', async ({
  page,
  open,
}) => {
  await page.clock.install()
  await breakRequests(page, '/rest/v1/vehicles', 'GET', 'network')
  await open('/admin/vehicles')
  // The client retries for several seconds by the page's clock.
  await passTime(page, () => expect(message(page, 'Failed to fetch vehicles')).toBeVisible({ timeout: 500 }))

  await restoreRequests(page, '/rest/v1/vehicles')
  await page.route('**/rest/v1/vehicles?*', (route) =>
    route.fulfill({ json: [], headers: { 'content-range': '*/0', 'access-control-expose-headers': 'content-range' } }),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'No vehicles found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add Your First Vehicle' })).toHaveAttribute(
    'href',
    '/admin/vehicles/add',
  )
})
