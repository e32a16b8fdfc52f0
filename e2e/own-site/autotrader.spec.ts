import type { Page } from '@playwright/test'
import {
  breakRequests,
  expect,
  expectMessage,
  inDays,
  restoreRequests,
  saveVehicle,
  unique,
  type VehicleRecord,
} from '../admin/office.ts'
import { test } from '../fixtures/autotrader-server.ts'
import { LONG } from '../fixtures/test.ts'

type Open = (path: string) => Promise<void>

/** The actions that the page sent to the function, one per save. */
function watchActions(page: Page): string[] {
  const actions: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/functions/v1/autotrader-sync')) actions.push(request.postDataJSON().action)
  })
  return actions
}

/** The sync toast appears before the save toast, and both disappear quickly. */
async function addVehicle(page: Page, open: Open, title: string) {
  await open('/admin/vehicles/add')
  await page.getByLabel('Title').fill(title)
  await page.getByRole('combobox', { name: 'Make' }).selectOption('Volkswagen')
  await page.getByLabel('Model').fill('Golf')
  await page.getByLabel('Year').fill('2022')
  await page.getByLabel('Price (£)').fill('25995')
  await page.getByLabel('Mileage (miles)').fill('19700')
  await page.getByRole('combobox', { name: 'Fuel type' }).selectOption('Petrol')
  await page.getByRole('combobox', { name: 'Transmission' }).selectOption('Manual')
  await saveVehicle(page)
  await expectMessage(page, 'Vehicle listed on AutoTrader')
  await expectMessage(page, 'Vehicle added successfully!')
  await expect(page).toHaveURL(/\/admin\/vehicles$/)
}

/** Edits a vehicle in the open list. */
async function edit(page: Page, title: string, change: () => Promise<unknown>, said?: string) {
  await page.getByRole('link', { name: `Edit ${title}` }).click()
  await change()
  await saveVehicle(page)
  if (said) await expectMessage(page, said)
  await expectMessage(page, 'Vehicle updated successfully!')
  await expect(page).toHaveURL(/\/admin\/vehicles$/)
}

test.beforeEach(async ({ rest, autotrader }) => {
  autotrader.calls.length = 0
  autotrader.failure = undefined
  await rest('config?key=eq.EnableAutoTrader', { method: 'PATCH', body: JSON.stringify({ value: 'true' }) })
})

// The calls are tested in supabase/functions/autotrader-sync and listings.test.ts, and the screen in the next test.
test(
  'every change to a vehicle, in the form or in the list, is synced with AutoTrader',
  LONG,
  async ({ page, open, rest, autotrader }) => {
    const title = unique('Synced Golf')
    const actions = watchActions(page)
    const sold = page.getByLabel('Sold', { exact: true })

    await addVehicle(page, open, title)
    expect(actions).toEqual(['create'])
    const [vehicle] = await rest<(VehicleRecord & { autotrader_id: string })[]>(`vehicles?title=eq.${title}`)
    if (!vehicle) throw new Error('The vehicle was not saved')
    expect(vehicle.autotrader_id).toMatch(/^at-\d+$/)
    expect(autotrader.calls.at(-1)).toMatchObject({
      method: 'POST',
      body: { metadata: { externalStockId: vehicle.id } },
    })

    await edit(page, title, () => page.getByLabel('Price (£)').fill('24995'), 'AutoTrader listing updated')
    expect(actions).toEqual(['create', 'update'])
    expect(autotrader.calls.at(-1)).toMatchObject({ method: 'PATCH', path: `/stock/${vehicle.autotrader_id}` })

    const sell = async () => {
      await sold.check()
      await page.getByLabel('Sold expiry date').fill(inDays(30))
    }
    await edit(page, title, sell, 'Vehicle removed from AutoTrader')
    expect(actions).toEqual(['create', 'update', 'delete'])

    const before = autotrader.calls.length
    await edit(page, title, () => page.getByLabel('Description').fill('Sold to a friend.'))
    expect(actions).toEqual(['create', 'update', 'delete'])
    expect(autotrader.calls).toHaveLength(before)

    await edit(page, title, () => sold.uncheck())
    expect(actions).toEqual(['create', 'update', 'delete', 'create'])
    expect(autotrader.calls.length).toBeGreaterThan(before)

    const choose = async (item: string, asked: 'dialog' | 'alertdialog') => {
      await page.getByRole('button', { name: `More actions for ${title}` }).click()
      await page.getByRole('menuitem', { name: item }).click()
      await page.getByRole(asked).getByRole('button', { name: item }).click()
    }
    await choose('Mark as sold', 'dialog')
    await expect.poll(() => actions.slice(4)).toEqual(['delete'])
    await choose('Mark as available', 'alertdialog')
    await expect.poll(() => actions.slice(4)).toEqual(['delete', 'create'])

    await page.getByRole('button', { name: `More actions for ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectMessage(page, `${title} has been deleted.`)
    await expect.poll(() => actions.slice(4)).toEqual(['delete', 'create', 'delete'])
  },
)

test('a sync error is shown with its message, and a failure without a message is also reported', async ({
  page,
  open,
  autotrader,
  createVehicle,
}) => {
  const vehicle = await createVehicle()
  autotrader.failure = { status: 400, message: 'No such advertiser' }
  const price = page.getByLabel('Price (£)')
  await open('/admin/vehicles')
  const said = 'Failed to sync with Autotrader: AutoTrader rejected the vehicle: No such advertiser'
  await edit(page, vehicle.title, () => price.fill('1'), said)

  await page.route('**/functions/v1/autotrader-sync', (route) => route.fulfill({ json: { success: false } }))
  await edit(page, vehicle.title, () => price.fill('2'), 'Failed to sync with Autotrader')
})

// backend/src/functions/listings.test.ts covers syncs without a browser; e2e/admin/vehicle-form.spec.ts covers the form
// with the integration switched off.

test(
  'a saved vehicle is synced with AutoTrader even if the browser is closed before it can call the function',
  LONG,
  async ({ page, open, autotrader, createVehicle }) => {
    const vehicle = await createVehicle()
    await page.route('**/functions/v1/autotrader-sync', (route) => route.abort())
    await open('/admin/vehicles')
    const calls = () => autotrader.calls.filter(({ body }) => JSON.stringify(body).includes('"amountGBP":24680'))

    await edit(page, vehicle.title, () => page.getByLabel('Price (£)').fill('24680'))
    await expectMessage(page, 'Failed to sync with Autotrader')
    await page.close()

    await expect.poll(() => calls().length, { timeout: 30_000 }).toBeGreaterThan(0)
  },
)

test(
  'the sync is skipped silently when the AutoTrader setting is off or cannot be read',
  LONG,
  async ({ page, open, rest, createVehicle }) => {
    const vehicle = await createVehicle()
    const actions = watchActions(page)
    await open('/admin/vehicles')

    await breakRequests(page, '/rest/v1/config', 'GET')
    await edit(page, vehicle.title, () => page.getByLabel('Price (£)').fill('4'))

    await restoreRequests(page, '/rest/v1/config')
    await rest('config?key=eq.EnableAutoTrader', { method: 'PATCH', body: JSON.stringify({ value: 'false' }) })
    await edit(page, vehicle.title, () => page.getByLabel('Price (£)').fill('5'))

    expect(actions).toEqual([])
  },
)
