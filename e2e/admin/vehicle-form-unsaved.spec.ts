// Unsaved changes when the form is left, after a crash, and when someone else has saved in the meantime.

import { LONG } from '../fixtures/test.ts'
import { expect, expectMessage, saveVehicle, test } from './office.ts'

test('leaving the form with unsaved changes requires confirmation', async ({ page, open, createVehicle }) => {
  const vehicle = await createVehicle()
  await open(`/admin/vehicles/edit/${vehicle.id}`)
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })

  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/admin\/vehicles$/)

  await page.goto(`/admin/vehicles/edit/${vehicle.id}`)
  await page.getByLabel('Model').fill('P6 3500')
  await page.getByRole('link', { name: 'Back to Vehicles' }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Model')).toHaveValue('P6 3500')

  await page.getByRole('link', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/admin\/vehicles$/)

  await page.goto(`/admin/vehicles/edit/${vehicle.id}`)
  await expect(page.getByLabel('Model')).toHaveValue('P6')
  await expect(page.getByRole('button', { name: 'Restore draft' })).toBeHidden()
})

test('a draft survives a reload and a crash', async ({ page, open, context, createVehicle }) => {
  const vehicle = await createVehicle()
  await open(`/admin/vehicles/edit/${vehicle.id}`)
  await page.getByLabel('Model').fill('P6 Estoura')
  await expect
    .poll(() => page.evaluate((id) => window.localStorage.getItem(`forecourt-draft-vehicle-${id}`), vehicle.id))
    .toContain('P6 Estoura')
  await page.close({ runBeforeUnload: false })

  const again = await context.newPage()
  await again.goto(`/admin/vehicles/edit/${vehicle.id}`)
  await expect(again.getByLabel('Model')).toHaveValue('P6')
  await again.getByRole('button', { name: 'Restore draft' }).click()
  await expect(again.getByLabel('Model')).toHaveValue('P6 Estoura')
  await saveVehicle(again)
  await expectMessage(again, 'Vehicle updated successfully!')

  await again.goto(`/admin/vehicles/edit/${vehicle.id}`)
  await expect(again.getByLabel('Model')).toHaveValue('P6 Estoura')
  await expect(again.getByRole('button', { name: 'Restore draft' })).toBeHidden()
})

test('an admin who saves a vehicle that another admin has since changed sees the conflict and resolves it', async ({
  page,
  open,
  rest,
  createVehicle,
}) => {
  const vehicle = await createVehicle()
  const changeElsewhere = (price: number) =>
    rest(`vehicles?id=eq.${vehicle.id}`, { method: 'PATCH', body: JSON.stringify({ price }) })
  const conflict = page.getByRole('dialog', { name: 'This vehicle was changed by someone else' })
  await open(`/admin/vehicles/edit/${vehicle.id}`)
  await page.getByLabel('Price (£)').fill('1000')

  await changeElsewhere(2000)
  await saveVehicle(page)
  await expect(conflict).toContainText('Your changes haven’t been saved yet.')
  await expect(conflict).toContainText('12500 → 2000')
  await expect(conflict).toContainText('In this form: 1000')
  await conflict.getByRole('button', { name: 'Keep editing' }).click()
  expect(await rest(`vehicles?id=eq.${vehicle.id}&price=eq.2000`)).toHaveLength(1)

  await saveVehicle(page)
  await conflict.getByRole('button', { name: 'Load their version' }).click()
  await expect(page.getByLabel('Price (£)')).toHaveValue('2000')

  await page.getByLabel('Price (£)').fill('3000')
  await changeElsewhere(2500)
  await saveVehicle(page)
  await conflict.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expectMessage(page, 'Vehicle updated successfully!')
  expect(await rest(`vehicles?id=eq.${vehicle.id}&price=eq.3000`)).toHaveLength(1)
})

// The test above resolves a conflict with someone else's save.
test(
  'a conflict with the admin’s own save in another tab is not attributed to someone else',
  LONG,
  async ({ page, open, context, createVehicle }) => {
    const vehicle = await createVehicle()
    await open(`/admin/vehicles/edit/${vehicle.id}`)
    await page.getByLabel('Price (£)').fill('1000')
    const second = await context.newPage()
    await second.goto(`/admin/vehicles/edit/${vehicle.id}`)
    await second.getByLabel('Model').fill('P6 3500')
    await saveVehicle(second)
    await expectMessage(second, 'Vehicle updated successfully!')

    await saveVehicle(page)

    const conflict = page.getByRole('dialog', { name: 'You changed this vehicle elsewhere' })
    await expect(conflict).toContainText('P6 → P6 3500')
    await expect(conflict).not.toContainText('someone else')
    await conflict.getByRole('button', { name: 'Load saved version' }).click()
    await expect(page.getByLabel('Model')).toHaveValue('P6 3500')
  },
)

test('a vehicle that someone else has deleted cannot be saved', async ({ page, open, rest, createVehicle }) => {
  const vehicle = await createVehicle()
  await open(`/admin/vehicles/edit/${vehicle.id}`)
  await page.getByLabel('Price (£)').fill('1000')
  await rest(`vehicles?id=eq.${vehicle.id}`, { method: 'DELETE' })

  await saveVehicle(page)

  await expectMessage(page, 'Vehicle not found')
  await expect(page).toHaveURL(/\/admin\/vehicles$/)
})
