import type { Page } from '@playwright/test'
import { DESKTOP, expect, expectMessage, inDays, PHONE, row, test, unique } from './office.ts'

const box = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select ${title}` })

async function choose(page: Page, action: string) {
  await page.getByRole('button', { name: 'Change', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: action, exact: true }).press('Enter')
}

test('vehicles are filtered by the URL, changed together after a preview, and changed back', async ({
  page,
  open,
  rest,
  createVehicle,
}) => {
  const make = unique('Bulk').replace(' ', '')
  const create = (name: string, facts: object) =>
    createVehicle({ vehicle: { title: `${make} ${name}`, make, ...facts } })
  const a = await create('A', { price: 20_000 })
  const b = await create('B', { price: 30_000 })
  const sold = await create('C', { price: 40_000, sold: true, sold_expiry_date: inDays(5) })
  const titles = page.getByRole('row').getByRole('link', { name: new RegExp(`^${make}`) })
  const prices = async () =>
    (await rest<{ price: number }[]>(`vehicles?make=eq.${make}&select=price&order=title`)).map(({ price }) => price)
  const filters = page.getByRole('button', { name: /^Filters/ })
  await page.setViewportSize(DESKTOP)
  await open(`/admin/vehicles?make=${make}&sort=title`)
  await expect(titles).toHaveText([a, b, sold].map(({ title }) => title))

  await test.step('filters narrow the list and are kept in the URL', async () => {
    await expect(filters).toHaveText('Filters (1)')
    await filters.press('Enter')
    await page.getByLabel('State').selectOption({ label: 'Sold' })
    await expect(titles).toHaveText([sold.title])
    await page.reload()
    await expect(titles).toHaveText([sold.title])
    await filters.click()
    await page.getByLabel('State').selectOption({ label: 'No picture' })
    await page.getByLabel('Days in stock').selectOption({ label: '30 days or less' })
    await expect(titles).toHaveText([a.title, b.title])
    await page.getByLabel('Days in stock').selectOption({ label: 'Over 60 days' })
    await expect(page.getByRole('heading', { name: 'No vehicles found' })).toBeVisible()
    await expect(page).toHaveURL(/make=.*state=no-picture.*days=over-60/)

    await rest(`vehicle_ledger`, { method: 'POST', body: JSON.stringify({ vehicle_id: a.id, bought_on: inDays(-70) }) })
    await page.reload()
    await expect(titles).toHaveText([a.title])
    await expect(row(page, a.title)).toContainText('70 days')

    await filters.click()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    // The box follows the URL.
    await page.getByLabel('Without pictures').click()
    await expect(page.getByLabel('Without pictures')).toBeChecked()
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: 'Search vehicles' }).fill(make)
    await expect(page).toHaveURL(new RegExp(`pictures=none.*q=${make}`))
    await expect(titles).toHaveText([a, b, sold].map(({ title }) => title))
  })

  const dialog = page.getByRole('dialog', { name: 'Change price' })
  await test.step('Shift selects a range with the keyboard, and the preview shows old and new prices and refusals', async () => {
    await box(page, a.title).press('Space')
    await box(page, sold.title).press('Shift+Space')
    await expect(page.getByText('3 selected')).toBeVisible()
    await choose(page, 'Change price')
    await dialog.getByLabel('By').fill('£500')
    await expect(dialog.getByRole('listitem').filter({ hasText: a.title })).toContainText('from £20,000 to £19,500')
    await expect(dialog.getByRole('listitem').filter({ hasText: sold.title })).toContainText('Sold, so its price stays')
    await dialog.getByLabel('By').fill('five')
    await expect(dialog.getByRole('alert')).toHaveText('Enter a number above 0')
    await expect(dialog.getByRole('button', { name: /^Change/ })).toBeDisabled()
    await dialog.getByLabel('By').fill('10')
    await dialog.getByLabel('Unit').selectOption('%')
    await expect(dialog.getByRole('listitem').filter({ hasText: b.title })).toContainText('from £30,000 to £27,000')
  })

  await test.step('the dialog traps the focus, and Escape closes it without a change', async () => {
    for (let presses = 0; presses < 8; presses++) await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    expect(await prices()).toEqual([20_000, 30_000, 40_000])
    await expect(page.getByText('3 selected')).toBeVisible()
  })

  await test.step('a change is made, and its undo button gets the focus', async () => {
    await choose(page, 'Change price')
    await dialog.getByLabel('By').fill('500')
    await dialog.getByRole('button', { name: 'Change 2 prices' }).click()
    await expectMessage(page, 'Price of 2 vehicles reduced by £500')
    expect(await prices()).toEqual([19_500, 29_500, 40_000])
    await expect(page.getByRole('button', { name: 'Undo: Price of 2 vehicles reduced by £500' })).toBeFocused()
    await expect(page.getByText('selected')).toBeHidden()
  })

  await test.step('after a reload the change can still be undone, except where someone has changed the vehicle', async () => {
    await rest(`vehicles?id=eq.${b.id}`, { method: 'PATCH', body: JSON.stringify({ mileage: 5 }) })
    await page.reload()
    await page.getByRole('button', { name: /^Undo: Price of 2/ }).click()
    const refused = page.getByRole('dialog', { name: 'Not everything was undone' })
    await expect(refused.getByRole('listitem')).toHaveText([`${b.title}Someone has changed it in the meantime`])
    await refused.getByRole('button', { name: 'OK' }).click()
    expect(await prices()).toEqual([20_000, 29_500, 40_000])
  })

  await test.step('on a phone, deleted vehicles vanish and return', async () => {
    await page.setViewportSize(PHONE)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await choose(page, 'Delete')
    await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete 3 vehicles' }).click()
    await expect(page.getByRole('heading', { name: 'No vehicles found' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo: 3 vehicles deleted' }).click()
    await expectMessage(page, 'Undone: 3 vehicles deleted')
    await expect(titles).toHaveCount(3)
  })

  await test.step('the activity sums up each change, and lists its vehicles', async () => {
    await page.goto('/admin/activity?what=vehicles')
    const entry = page.getByRole('listitem').filter({ hasText: /^Price of 2 vehicles reduced by £500/ })
    await entry.first().getByRole('button', { name: 'Show vehicles' }).click()
    await expect(entry.first()).toContainText(`${a.title}: price changed from £20,000 to £19,500`)
  })
})

test('the selection is kept from page to page, can cover all matching vehicles, and is cleared by a filter', async ({
  page,
  open,
  rest,
}) => {
  const tag = unique('Many').replace(' ', '')
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
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByText('25 selected')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Showing 26 to 30 of 30 vehicles')).toBeVisible()
  await page.getByRole('row').getByRole('checkbox').nth(1).check()
  await expect(page.getByText('26 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Select all 30' }).click()
  await expect(page.getByText('30 selected')).toBeVisible()

  await choose(page, 'Feature')
  const dialog = page.getByRole('dialog', { name: 'Feature' })
  await expect(dialog.getByRole('listitem')).toHaveCount(30)
  await expect(dialog.getByRole('listitem').first()).toContainText('Not on your site until it has a picture')
  await dialog.getByRole('button', { name: 'Feature 30 vehicles' }).click()
  await expectMessage(page, '30 vehicles featured')
  expect(await rest(`vehicles?title=like.${tag}*&featured=is.true&select=id`)).toHaveLength(30)

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('combobox', { name: 'View' }).selectOption({ label: 'Featured Only' })
  await expect(page.getByText('selected')).toBeHidden()
  await rest(`vehicles?title=like.${tag}*`, { method: 'DELETE' })
})
