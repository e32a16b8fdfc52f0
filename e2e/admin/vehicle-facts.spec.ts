import { expect, expectMessage, saveVehicle, test } from './office.ts'

test('staff enter more details about a vehicle, take over what they wrote as a specification, and buyers read each fact once', async ({
  page,
  open,
  createVehicle,
}) => {
  const vehicle = await createVehicle({
    specifications: [
      { spec_key: 'Colour', spec_value: 'Almond' },
      { spec_key: 'Gears', spec_value: '4' },
    ],
  })
  await open(`/admin/vehicles/edit/${vehicle.id}`)
  const details = page.getByRole('region', { name: 'More details' })
  await expect(details).toContainText('0 of 24 entered')

  await test.step('a specification that has a field of its own moves there', async () => {
    await details.getByRole('button', { name: 'Colour: Almond to Colour' }).click()
    await expect(details).toContainText('1 of 24 entered')
    await expect(page.getByLabel('Value of Colour')).toHaveCount(0)
    await expect(page.getByLabel('Value of Gears')).toBeVisible()
  })

  await test.step('a value that does not fit is reported, even if the fields are folded up', async () => {
    await details.getByText('Show all fields').click()
    await details.getByLabel('Doors').fill('40')
    await details.getByText('Hide all fields').click()
    await saveVehicle(page)
    await expect(details.getByText('Doors must be a whole number from 1 to 9')).toBeVisible()
    await expect(details.getByLabel('Doors')).toBeFocused()
  })

  await details.getByLabel('Doors').fill('4')
  await details.getByLabel('Body type').selectOption('Saloon')
  await details.getByLabel('Engine size (cc)').fill('3528')
  await details.getByLabel('First registered').fill('1972-03-01')
  await saveVehicle(page)
  await expectMessage(page, 'Vehicle updated successfully!')

  await page.goto(`/vehicles/${vehicle.id}`)
  const facts = page.getByRole('region', { name: 'Specifications' })
  for (const fact of ['ColourAlmond', 'Gears4', 'Doors4', 'Body typeSaloon', 'Engine size3,528 cc']) {
    await expect(facts.getByText(fact)).toHaveCount(1)
  }
  await expect(facts.getByText('First registered01/03/1972')).toBeVisible()
  await expect(facts.getByText(/^Stock number\d+$/)).toBeVisible()
  const car = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '')
  expect(JSON.stringify(car)).toContain('"numberOfDoors":4')
})
