import { breakRequests, expect, expectMessage, mend, test } from '../admin/office.ts'

interface Seeded {
  title: string
  sold: boolean
  featured: boolean
  vehicle_images: unknown[]
}

test('20 test vehicles are added with progress, once', async ({ page, open, rest }) => {
  await rest('vehicles?id=not.is.null', { method: 'DELETE' })
  await open('/admin/seed-data')
  const button = page.getByRole('main').getByRole('button')
  const add = async () => {
    await button.click()
    await page
      .getByRole('alertdialog', { name: 'Add Test Vehicles' })
      .getByRole('button', { name: 'Add Vehicles' })
      .click()
  }

  await button.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await rest('vehicles')).toEqual([])

  await breakRequests(page, '/rest/v1/rpc/seed_vehicle', 'POST')
  await add()
  await expectMessage(page, 'Failed to seed vehicles. Check console for details.')
  await mend(page, '/rest/v1/rpc/seed_vehicle')

  await breakRequests(page, '/rest/v1/rpc/seed_vehicle', 'POST', 'network')
  await add()
  await expectMessage(page, 'An error occurred while seeding vehicles.')
  await mend(page, '/rest/v1/rpc/seed_vehicle')

  await add()
  await expect(button).toBeDisabled()
  await expect(page.getByRole('progressbar', { name: 'Test vehicles added' })).toBeVisible()
  await expectMessage(page, 'Successfully added 20 test vehicles!')
  await expect(page.getByRole('button', { name: 'Vehicles Added' })).toBeDisabled()

  const vehicles = await rest<Seeded[]>('vehicles?select=title,sold,featured,vehicle_images(image_url)')
  expect(vehicles).toHaveLength(20)
  expect(vehicles.filter(({ sold }) => sold)).toHaveLength(2)
  expect(vehicles.filter(({ featured }) => featured).length).toBeGreaterThanOrEqual(5)
  expect(vehicles.every(({ vehicle_images }) => vehicle_images.length === 5)).toBe(true)

  await page.goto('/vehicles')
  await expect(page.getByText(vehicles[0]?.title ?? '').first()).toBeVisible()
})
