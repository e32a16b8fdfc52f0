import type { Page } from '@playwright/test'
import { addVehicles, removeVehicles } from '../fixtures/stock.ts'
import { expect, PHONE, test } from '../fixtures/test.ts'

const CARS = [
  { title: 'Alvis One', make: 'Alvis', model: 'TE21', year: 1965, mileage: 61_000, colour: 'Green', doors: 2 },
  { title: 'Alvis Two', make: 'Alvis', model: 'TE21', year: 1966, mileage: 52_000, colour: 'Green', doors: 4 },
  { title: 'Alvis Three', make: 'Alvis', model: 'TF21', year: 1967, mileage: 43_000, colour: 'Blue', doors: 2 },
  { title: 'Alvis Four', make: 'Alvis', model: 'TF21', year: 1968, mileage: 34_000, colour: 'Blue', doors: 2 },
]

const heads = (page: Page) => page.getByRole('columnheader')
const factRow = (page: Page, label: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: label }) })

test('up to three cars are compared, with their differences marked, and the page can be shared and printed', async ({
  page,
  rest,
}) => {
  const cars = await addVehicles(rest, CARS)
  const [one, two, , four] = cars.map(({ id }) => `/vehicles/${id}`)
  const compare = page.getByRole('link', { name: 'Compare', exact: true })
  try {
    await test.step('a car is added from its page, also when the comparison goes on later', async () => {
      await page.goto(String(one))
      await compare.click()
      await expect(heads(page)).toHaveText(['Alvis One'])
      await page.goto(String(two))
      await compare.click()
      await expect(heads(page)).toHaveText(['Alvis One', 'Alvis Two'])
    })

    await test.step('what differs is marked, and the rest can be left out', async () => {
      await expect(factRow(page, 'Year (differs)')).toContainText('1965')
      await expect(factRow(page, 'Doors (differs)').getByRole('cell')).toHaveText(['2', '4'])
      await expect(factRow(page, 'Colour')).not.toContainText('differs')
      await page.getByRole('link', { name: 'Show differences only' }).click()
      await expect(factRow(page, 'Colour')).toHaveCount(0)
      await expect(factRow(page, 'Doors')).toHaveCount(1)
      await page.getByRole('link', { name: 'Show everything' }).click()
      await expect(factRow(page, 'Colour')).toHaveCount(1)
    })

    await test.step('a fourth car replaces the first one', async () => {
      await page.getByRole('link', { name: 'Add Alvis Three' }).click()
      await expect(heads(page)).toHaveText(['Alvis One', 'Alvis Two', 'Alvis Three'])
      await expect(page.getByRole('heading', { name: 'Add another car' })).toHaveCount(0)
      await page.goto(String(four))
      await compare.click()
      await expect(page.getByText('the first one was left out')).toBeVisible()
      await expect(heads(page)).toHaveText(['Alvis Two', 'Alvis Three', 'Alvis Four'])
    })

    await test.step('the link to the comparison is shared whole', async () => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
      await page.getByRole('button', { name: 'Share' }).click()
      await expect(page.getByText('Link copied')).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
    })

    await test.step('it prints on one sheet with the dealer’s details', async () => {
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('banner')).toBeHidden()
      await expect(page.getByText('Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm').filter({ visible: true })).toHaveCount(1)
      await expect(heads(page)).toHaveText(['Alvis Two', 'Alvis Three', 'Alvis Four'])
      const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)
      expect(sheets).toHaveLength(1)
      await page.emulateMedia({ media: null })
    })

    await test.step('a sold car is marked, and a draft or deleted one is as if it had never been there', async () => {
      await rest(`vehicles?id=eq.${cars[1]?.id}`, {
        method: 'PATCH',
        body: JSON.stringify({ sold: true, sold_expiry_date: '2099-01-01' }),
      })
      await rest(`vehicles?id=eq.${cars[2]?.id}`, { method: 'PATCH', body: JSON.stringify({ hidden: true }) })
      await page.reload()
      await expect(heads(page)).toHaveText(['Alvis Two (sold)', 'Alvis Four'])
      await expect(page.getByText('One of these cars is no longer on our site.')).toBeVisible()
      await rest(`vehicles?id=eq.${cars[1]?.id}`, { method: 'DELETE' })
      await page.reload()
      await expect(heads(page)).toHaveText(['Alvis Four'])
      await expect(page.getByText('2 of these cars are no longer on our site.')).toBeVisible()
    })

    await test.step('removing the last car ends the comparison', async () => {
      await page.getByRole('link', { name: 'Remove Alvis Four from the comparison' }).click()
      await expect(page.getByRole('heading', { name: 'No cars to compare yet' })).toBeVisible()
      await page.goto('/compare')
      await expect(page.getByRole('heading', { name: 'No cars to compare yet' })).toBeVisible()
    })
  } finally {
    await removeVehicles(rest, cars)
  }
})

test('without scripts, on a phone, cars are compared by their links', async ({ openElsewhere, rest }) => {
  const cars = await addVehicles(rest, CARS.slice(0, 2))
  try {
    const page = await openElsewhere({ javaScriptEnabled: false, viewport: PHONE })
    await page.goto(`/vehicles/${cars[0]?.id}`)
    await page.getByRole('link', { name: 'Compare', exact: true }).click()
    await page.getByRole('link', { name: 'Add Alvis Two' }).click()
    await expect(heads(page)).toHaveText(['Alvis One', 'Alvis Two'])
    await page.getByRole('link', { name: 'Show differences only' }).click()
    await expect(factRow(page, 'Colour')).toHaveCount(0)
    await expect(factRow(page, 'Mileage (differs)').getByRole('cell')).toHaveText(['61,000 miles', '52,000 miles'])
    const table = await page.getByRole('table').boundingBox()
    expect(Number(table?.x) + Number(table?.width)).toBeLessThanOrEqual(PHONE.width)
    await page.getByRole('link', { name: 'Remove Alvis One from the comparison' }).click()
    await expect(heads(page)).toHaveText(['Alvis Two'])
  } finally {
    await removeVehicles(rest, cars)
  }
})

test('a broken address compares what is left of it', async ({ page, site }) => {
  for (const query of ['', '?cars=', `?cars=${'x'.repeat(3000)}`, '?cars=1,2,3&add=%00&show=x']) {
    expect((await fetch(`${site.url}/compare${query}`)).status, query.slice(0, 40)).toBe(200)
  }
  await page.goto('/compare?cars=00000000-0000-4000-8000-00000000dead')
  await expect(page.getByText('One of these cars is no longer on our site.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No cars to compare yet' })).toBeVisible()
})
