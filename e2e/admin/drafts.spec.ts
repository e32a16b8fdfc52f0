import { expect, expectMessage, saveVehicle, test } from './office.ts'

test('a draft exists only in the back office until staff put it on the site', async ({
  page,
  open,
  createVehicle,
  openElsewhere,
}) => {
  const vehicle = await createVehicle({
    vehicle: { hidden: true },
    images: ['/storage/v1/object/public/vehicle-images/x.webp'],
  })
  const visitor = await openElsewhere()
  const statusOf = async (path: string) => (await visitor.request.get(path)).status()

  await test.step('a visitor gets the same answers as for a vehicle that never was', async () => {
    for (const path of ['', '/enquiry', '/test-drive'])
      expect(await statusOf(`/vehicles/${vehicle.id}${path}`)).toBe(404)
    await visitor.goto(`/vehicles?search=${encodeURIComponent(vehicle.title)}`)
    await expect(visitor.getByRole('link', { name: vehicle.title })).toHaveCount(0)
    expect(await (await visitor.request.get('/sitemap.xml')).text()).not.toContain(vehicle.id)
  })

  await test.step('staff find it among the drafts and put it on the site', async () => {
    await open('/admin/vehicles')
    await page.getByRole('combobox', { name: 'View' }).selectOption({ label: 'Drafts' })
    const row = page.getByRole('row').filter({ hasText: vehicle.title })
    await expect(row).toContainText('Draft')
    await row.getByRole('link', { name: vehicle.title, exact: true }).click()
    await page.getByRole('checkbox', { name: 'Draft: only staff can see it' }).uncheck()
    await saveVehicle(page)
    await expectMessage(page, 'Vehicle updated successfully!')
  })

  await expect.poll(() => statusOf(`/vehicles/${vehicle.id}`)).toBe(200)
})
