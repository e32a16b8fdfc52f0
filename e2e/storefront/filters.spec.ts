import { addVehicles, removeVehicles } from '../fixtures/stock.ts'
import { test as base, DESKTOP, expect, notHosted, PHONE } from '../fixtures/test.ts'
import { findClashes } from '../looks/layout.ts'

/** Two makes that no other test has, and the query of the list of both. */
const test = base.extend<{ cars: { one: string; other: string; query: string } }>({
  cars: async ({ rest }, use) => {
    const mark = crypto.randomUUID().slice(0, 4)
    const [one, other] = [`Astra ${mark}`, `Borea ${mark}`]
    const car = { doors: 5, seats: 5, ulez: null, hybrid_type: null, hidden: false }
    const vehicles = await addVehicles(rest, [
      { ...car, make: one, body_type: 'Estate', colour: 'Bright Silver', ulez: 'Yes' },
      { ...car, make: one, body_type: 'SUV', colour: 'Red', seats: 7, ulez: 'No' },
      { ...car, make: other, body_type: 'SUV', colour: 'Nero', doors: 3, hybrid_type: 'Plug-in hybrid' },
      { ...car, make: other, body_type: 'Coupe', colour: 'Red', hidden: true },
    ])
    await use({ one, other, query: `make=${one}&make=${other}`.replaceAll(' ', '+') })
    await removeVehicles(rest, vehicles)
  },
})

test('on a desktop, several makes and other details are filtered by keyboard, and each option shows its count', async ({
  page,
  cars,
}) => {
  await page.setViewportSize(DESKTOP)
  await page.goto(`/vehicles?make=${cars.one}`)
  const panel = page.getByRole('complementary', { name: 'Filters' })
  const showing = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

  await test.step('a second make is added beside the first', async () => {
    await panel.getByLabel('Also show').selectOption(cars.other)
    await expect(page).toHaveURL(`/vehicles?${cars.query}`)
    await showing('Showing 3 vehicles')
    await expect(panel.getByLabel('Make')).toHaveValue(cars.one)
    await expect(panel.getByLabel('Also show').first()).toHaveValue(cars.other)
  })

  await test.step('the group and each filter in it open by keyboard', async () => {
    await panel.locator('summary', { hasText: 'More filters' }).focus()
    await page.keyboard.press('Enter')
    const body = panel.locator('summary', { hasText: 'Body type' })
    await body.focus()
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('checkbox')).toHaveCount(3)
    await expect(panel.getByRole('checkbox', { name: 'Estate (1)' })).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(panel.getByRole('checkbox', { name: 'SUV (2)' })).toBeFocused()
    await page.keyboard.press('Space')
    await expect(page).toHaveURL(`/vehicles?${cars.query}&body=SUV`)
    await showing('Showing 2 vehicles')
    await expect(panel.getByRole('checkbox', { name: 'SUV (2)' })).toBeFocused()
  })

  await test.step('a chosen option keeps the other options of its own filter, and narrows down those of the other filters', async () => {
    await expect(panel.getByRole('checkbox', { name: 'Estate (1)' })).toBeVisible()
    await panel.locator('summary', { hasText: 'Colour' }).click()
    await expect(panel.getByRole('group', { name: 'Colour' }).getByRole('checkbox')).toHaveCount(2)
    await expect(panel.getByRole('checkbox', { name: 'Black (1)' })).toBeVisible()
    await expect(panel.getByLabel('Make').locator('option', { hasText: `${cars.one} (1)` })).toHaveCount(1)
    await expect(panel.getByLabel('Fuel type').locator('option', { hasText: 'Petrol (2)' })).toHaveCount(1)
    await expect(panel.getByLabel('Fuel type').locator('option', { hasText: 'Electric (0)' })).toHaveCount(1)
  })

  await test.step('Back undoes one filter after the other, and a chip removes one value', async () => {
    await panel.getByRole('checkbox', { name: 'Black (1)' }).check()
    await showing('Showing 1 vehicle')
    await page.goBack()
    await showing('Showing 2 vehicles')
    await expect(panel.getByRole('checkbox', { name: 'Black (1)' })).not.toBeChecked()
    await page.goBack()
    await showing('Showing 3 vehicles')
    await page.goForward()
    await showing('Showing 2 vehicles')
    await page.getByRole('link', { name: `Remove filter ${cars.other}` }).click()
    await expect(page).toHaveURL(`/vehicles?make=${cars.one.replace(' ', '+')}&body=SUV`)
    await expect(page.getByRole('list', { name: 'Active filters' }).getByRole('listitem')).toHaveText([cars.one, 'SUV'])
  })
})

test('on a phone, the sheet has the same filters, and its button counts what they find', async ({ page, cars }) => {
  await page.setViewportSize(PHONE)
  await page.goto(`/vehicles?${cars.query}`)
  await page.getByRole('button', { name: 'Filters (2)' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.locator('summary', { hasText: 'More filters' }).click()
  await sheet.locator('summary', { hasText: 'Seats' }).click()
  await sheet.getByRole('checkbox', { name: '5 (2)' }).check()
  await expect(sheet.getByRole('button', { name: 'Search (2)' })).toBeVisible()
  await sheet.getByRole('checkbox', { name: 'Meets ULEZ standard (1)' }).check()
  await expect(sheet.getByRole('button', { name: 'Search (1)' })).toBeVisible()
  expect(await findClashes(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Search (1)' }).click()

  await expect(page).toHaveURL(`/vehicles?${cars.query}&seats=5&ulez=Yes`)
  await expect(page.getByText('Showing 1 vehicle', { exact: true })).toBeVisible()
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('listitem')
  await expect(chips).toHaveText([cars.one, cars.other, '5 seats', 'Meets ULEZ standard'])
})

test(
  'an alert about a filtered list names every filter',
  notHosted('alerts need the server’s jobs'),
  async ({ page, cars }) => {
    await page.goto(`/vehicles?${cars.query}&body=SUV&doors=3&hybrid=Plug-in+hybrid&ulez=Yes`)
    await page.getByRole('link', { name: 'Email me about new arrivals' }).click()
    const name = `${cars.one} · ${cars.other} · SUV · 3 doors · Plug-in hybrid · Meets ULEZ standard`
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', /ulez=Yes/)
  },
)

test('if the counts cannot be loaded, the page says so and the other filters still work', async ({ page, cars }) => {
  await page.setViewportSize(DESKTOP)
  await page.route('**/vehicles/options*', (route) => route.abort())
  await page.goto('/vehicles')
  const panel = page.getByRole('complementary', { name: 'Filters' })
  await panel.locator('summary', { hasText: 'More filters' }).click()
  await expect(panel.getByText('We couldn’t load these filters. Please try again later.')).toBeVisible()
  await panel.getByLabel('Make').selectOption(cars.one)
  await expect(page.getByText('Showing 2 vehicles')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('all filters are on a page of their own, which search engines are kept out of', async ({
    page,
    request,
    cars,
  }) => {
    await page.goto(`/vehicles?${cars.query}&sort=price_asc`)
    await page.getByRole('link', { name: 'More filters' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Filters')
    await expect(page.locator('meta[name=robots][content*=noindex]')).toHaveCount(1)
    expect(await (await request.get('/robots.txt')).text()).toContain('Disallow: /vehicles/filters\n')

    await page.locator('summary', { hasText: 'Body type' }).click()
    await expect(page.getByRole('checkbox', { name: /^Coupe/ })).toHaveCount(0)
    await page.getByRole('checkbox', { name: 'SUV (2)' }).check()
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()

    await expect(page.getByText('Showing 2 vehicles')).toBeVisible()
    await expect(page.getByLabel('Sort vehicles')).toHaveValue('price_asc')
    await expect(page.locator('meta[name=robots][content*=noindex]')).toHaveCount(1)

    await test.step('the form of the list keeps the filters that it does not show', async () => {
      await page.getByLabel('Also show').first().selectOption('Remove this make')
      await page.getByRole('button', { name: 'Search' }).first().click()
      const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('listitem')
      await expect(chips).toHaveText([cars.one, 'SUV'])
      await expect(page.getByText('Showing 1 vehicle', { exact: true })).toBeVisible()
    })
  })
})
