import { addVehicles, findStock, removeVehicles } from '../fixtures/stock.ts'
import { expect, test } from '../fixtures/test.ts'

test('a sold car is grey in every picture, and its pages offer a next step', async ({ page, rest }) => {
  const sold = await findStock(rest, 'sold=is.true')
  const colours = () =>
    page
      .getByRole('main')
      .locator('.gallery img, aside img')
      .evaluateAll((images) => images.map((image) => getComputedStyle(image).filter))

  await page.goto(`/vehicles/${sold.id}`)
  await expect(page.getByText('This vehicle has been sold and is no longer available')).toBeVisible()
  for (const filter of await colours()) expect(filter).toContain('grayscale(1)')
  await page.getByRole('button', { name: 'View full screen' }).click()
  await expect(page.getByRole('dialog').locator('img').first()).toHaveCSS('filter', /grayscale\(1\)/)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Similar cars' }).click()
  await expect(page.getByRole('heading', { name: 'You may also like' })).toBeInViewport()

  await page.goto(`/vehicles/${sold.id}/test-drive`)
  const filters = await colours()
  expect(filters.length).toBeGreaterThan(0)
  for (const filter of filters) expect(filter).toContain('grayscale(1)')
  await page.getByRole('link', { name: 'Find me one like it' }).click()

  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue(`Please find me one like the ${sold.title}.`)
})

test('the contact form starts empty if the address names no vehicle', async ({ page, rest }) => {
  const made = await addVehicles(rest, [{ title: 'Vehicle that will be gone' }])
  await removeVehicles(rest, made)

  for (const like of [made[0]?.id, 'x', '']) {
    await page.goto(`/contact?like=${like}`)
    await expect(page.getByLabel('Message')).toHaveValue('')
  }
})
