import { readFile } from 'node:fs/promises'
import { breakRequests, expect, expectMessage, inDays, restoreRequests, saveVehicle, test, unique } from './office.ts'

interface Stored {
  vehicle_identity: { registration: string; vin: string | null } | null
  vehicle_ledger: { bought_for_pence: number; target_price_pence: number } | null
  vehicle_costs: { what: string; amount_pence: number }[]
  vehicle_sales: {
    price_pence: number
    sold_on: string
    channel: string | null
    people: { name: string } | null
  } | null
}
const RECORD =
  'vehicle_identity(registration,vin),vehicle_ledger(*),vehicle_costs(what,amount_pence),vehicle_sales(*,people(name))'

test('an admin enters the registration, purchase, costs and sale of a vehicle, and buyers see none of it', async ({
  page,
  open,
  createVehicle,
  rest,
  site,
}) => {
  const vehicle = await createVehicle()
  const name = unique('Bea Buyer')
  await rest('people', { method: 'POST', body: JSON.stringify({ name }) })
  const read = async () => (await rest<Stored[]>(`vehicles?id=eq.${vehicle.id}&select=${RECORD}`))[0]
  await open(`/admin/vehicles/edit/${vehicle.id}`)
  await expect(page.getByText(`${vehicle.title} · 0 days in stock`)).toBeVisible()
  const identity = page.getByRole('region', { name: 'Registration and VIN' })
  const purchase = page.getByRole('region', { name: 'Purchase and costs' })
  const sale = page.getByRole('region', { name: 'Sale' })
  await expect(sale).toHaveCount(0)

  await test.step('an unusual registration or VIN is warned about beside its field', async () => {
    await identity.getByText('Show registration and VIN').click()
    await identity.getByLabel('Registration', { exact: true }).fill('aa19 aaa')
    await expect(identity).toContainText('first issued in 2019, but the vehicle’s year is 1972')
    await identity.getByLabel('Registration', { exact: true }).fill('ab12 icd')
    await expect(identity).toContainText('This isn’t a usual UK registration')
    await identity.getByLabel('VIN or chassis number').fill('123')
    await expect(identity).toContainText('usually have 5 to 17 letters and digits')
  })

  await test.step('the margin follows from the price, the purchase and the costs', async () => {
    await purchase.getByText('Show purchase and costs').click()
    await purchase.getByLabel('Bought from').fill('Sidney Seller')
    await purchase.getByLabel('Bought on').fill(inDays(-12))
    await purchase.getByLabel('Bought for (£)').fill('£9,000')
    await purchase.getByLabel('Target (£)').fill('12000')
    await purchase.getByRole('button', { name: 'Add cost' }).click()
    await purchase.getByRole('textbox', { name: 'Cost 1', exact: true }).fill('Valeting')
    await purchase.getByLabel('Amount of cost 1 (£)').fill('120.50')
    await purchase.getByRole('button', { name: 'Add cost' }).click()
    await purchase.getByRole('textbox', { name: 'Cost 2', exact: true }).fill('MOT')
    await purchase.getByLabel('Amount of cost 2 (£)').fill('a lot')
    await expect(purchase).toContainText('Margin £3,379.50')
  })

  await test.step('an amount that is not money is reported, even if the fields are folded up', async () => {
    await purchase.getByText('Hide purchase and costs').click()
    await saveVehicle(page)
    await expect(purchase.getByText('Enter an amount in pounds and pence')).toBeVisible()
    await purchase.getByRole('button', { name: 'Remove cost 2' }).click()
  })

  await test.step('a failed save loses nothing, leaving asks first, and nothing is kept in the browser', async () => {
    await breakRequests(page, '/rest/v1/rpc/save_vehicle_record', 'POST')
    await saveVehicle(page)
    await expectMessage(page, 'There was an error saving the vehicle. Please try again.')
    await restoreRequests(page, '/rest/v1/rpc/save_vehicle_record')
    await page.getByRole('link', { name: 'Back to Vehicles' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
    await expect(purchase.getByLabel('Bought from')).toHaveValue('Sidney Seller')
    const kept = await page.evaluate(() => JSON.stringify(window.localStorage))
    expect(kept).not.toMatch(/Sidney|icd|9,000/)
  })

  await test.step('a save stores all of it, whatever the warnings say', async () => {
    await saveVehicle(page)
    await expectMessage(page, 'Vehicle updated successfully!')
    expect(await read()).toMatchObject({
      vehicle_identity: { registration: 'AB12ICD', vin: '123' },
      vehicle_ledger: { bought_for_pence: 900000, target_price_pence: 1200000 },
      vehicle_costs: [{ what: 'Valeting', amount_pence: 12050 }],
      vehicle_sales: null,
    })
  })

  await test.step('marking the vehicle as sold records the sale, with its buyer', async () => {
    await page.goto(`/admin/vehicles/edit/${vehicle.id}`)
    await expect(page.getByText(`${vehicle.title} · 12 days in stock`)).toBeVisible()
    await expect(identity).toContainText('AB12ICD · VIN entered')
    await page.getByLabel('Sold', { exact: true }).check()
    await page.getByLabel('Sold expiry date').fill(inDays(9))
    await sale.getByText('Show sale details').click()
    await sale.getByLabel('How it was sold').selectOption('Telephone')
    await sale.getByRole('button', { name: 'Choose buyer' }).click()
    await page.getByRole('searchbox').fill(name)
    await page.getByRole('list', { name: 'People found' }).getByRole('button').click()
    await expect(sale).toContainText(name)
    await saveVehicle(page)
    await expectMessage(page, 'Vehicle updated successfully!')
    expect((await read())?.vehicle_sales).toMatchObject({
      price_pence: 1250000,
      sold_on: inDays(0),
      channel: 'Telephone',
      people: { name },
    })
  })

  await test.step('buyers read the registration only once it is shown to them', async () => {
    await page.goto(`/vehicles/${vehicle.id}`)
    const facts = page.getByRole('region', { name: 'Specifications' })
    await expect(facts).toContainText('Stock number')
    await expect(facts).not.toContainText('Registration')
    await page.goto(`/admin/vehicles/edit/${vehicle.id}`)
    await identity.getByText('Show registration and VIN').click()
    await identity.getByLabel('Registration', { exact: true }).fill('p1rac')
    await identity.getByLabel('Show the registration to buyers').check()
    await saveVehicle(page)
    await expectMessage(page, 'Vehicle updated successfully!')
    await page.goto(`/vehicles/${vehicle.id}`)
    await expect(facts.getByText('RegistrationP1 RAC')).toBeVisible()
    const shown = await fetch(`${site.url}/vehicles/${vehicle.id}`).then((response) => response.text())
    expect(shown).not.toMatch(/Sidney|Valeting|900000|1200000|Bea Buyer/)
  })
})

test('sales staff enter a registration, and see neither the purchase nor the sale', async ({
  page,
  createVehicle,
  createCustomer,
  signIn,
  rest,
}) => {
  const vehicle = await createVehicle({ vehicle: { sold: true, sold_expiry_date: inDays(9) } })
  const purchase = { vehicle_id: vehicle.id, bought_on: inDays(-40), bought_for_pence: 7654321 }
  await rest('vehicle_ledger', { method: 'POST', body: JSON.stringify(purchase) })
  const sam = await createCustomer({ password: 'a-kettle-by-the-river' })
  await rest('user_roles', { method: 'POST', body: JSON.stringify({ user_id: sam.id, role: 'sales' }) })
  await signIn(page, sam)
  const received: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/rest/v1/')) received.push(await response.text().catch(() => ''))
  })
  await page.goto(`/admin/vehicles/edit/${vehicle.id}`)
  const identity = page.getByRole('region', { name: 'Registration and VIN' })
  await identity.getByText('Show registration and VIN').click()
  await identity.getByLabel('Registration', { exact: true }).fill('P1 RAC')
  await expect(page.getByRole('region', { name: 'Purchase and costs' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Sale', exact: true })).toHaveCount(0)
  await saveVehicle(page)
  await expectMessage(page, 'Vehicle updated successfully!')

  const [saved] = await rest<Stored[]>(`vehicles?id=eq.${vehicle.id}&select=${RECORD}`)
  expect(saved).toMatchObject({
    vehicle_identity: { registration: 'P1RAC' },
    vehicle_ledger: { bought_for_pence: 7654321 },
    vehicle_sales: { price_pence: 1250000 },
  })

  await page.goto(`/admin/vehicles?q=${vehicle.title}`)
  await expect(page.getByText('P1 RAC')).toBeVisible()
  await expect(page.getByText('Sale to complete')).toHaveCount(0)
  await page.getByRole('button', { name: 'List actions' }).click()
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file).toContain(vehicle.title)
  expect(file).not.toMatch(/P1RAC|Registration|Bought|Sold for/)

  expect(received.join()).toContain(vehicle.title)
  expect(received.join()).not.toMatch(/7654321|1250000/)
})

test('neither a visitor nor a customer reaches a vehicle’s private facts through the vehicle', async ({
  createVehicle,
  createCustomer,
  site,
  rest,
}) => {
  const vehicle = await createVehicle({ vehicle: { sold: true, sold_expiry_date: inDays(9) } })
  const add = (table: string, row: object) =>
    rest(table, { method: 'POST', body: JSON.stringify({ vehicle_id: vehicle.id, ...row }) })
  await add('vehicle_identity', { registration: 'P1RAC', vin: '11111111111111111' })
  await add('vehicle_ledger', { bought_from: 'Sidney Seller', bought_for_pence: 7654321 })
  await add('vehicle_costs', { what: 'Valeting', amount_pence: 7654321 })
  const { email, password } = await createCustomer()
  const apikey = site.keys.publishableKey
  const signedIn = await fetch(`${site.backendUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  }).then((response) => response.json() as Promise<{ access_token: string }>)

  for (const token of [null, signedIn.access_token]) {
    const headers = { apikey, prefer: 'count=exact', ...(token && { authorization: `Bearer ${token}` }) }
    for (const table of ['vehicle_identity', 'vehicle_ledger', 'vehicle_costs', 'vehicle_sales']) {
      for (const query of [
        `vehicles?id=eq.${vehicle.id}&select=title,${table}(*)`,
        `vehicles?id=eq.${vehicle.id}&select=title,found:${table}!inner(vehicle_id)`,
        `vehicles?id=eq.${vehicle.id}&select=title,${table}(count)`,
        `vehicles?id=eq.${vehicle.id}&select=title,${table}()&${table}=not.is.null`,
        `${table}?vehicle_id=eq.${vehicle.id}`,
        `${table}?vehicle_id=eq.${vehicle.id}&select=vehicle_id`,
      ]) {
        const response = await fetch(`${site.backendUrl}/rest/v1/${query}`, { headers })
        const body: unknown = await response.json()
        const who = `${token ? 'customer' : 'visitor'} ${query}: ${response.status} ${JSON.stringify(body)}`
        expect(JSON.stringify(body), who).not.toMatch(/P1RAC|1111|Sidney|7654321|Valeting|1250000|"count":[1-9]/)
        // The vehicle itself is public; what it is joined to must be empty.
        const isJoined = query.includes('inner') || query.includes('not.is.null') || query.startsWith(table)
        if (response.ok && isJoined) expect(body, who).toEqual([])
      }
    }
  }
})
