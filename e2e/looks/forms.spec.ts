// The three lead forms: empty, with every error, and sent.
import { addVehicles, findStock, removeVehicles } from '../fixtures/stock.ts'
import { expect, LONG, test } from '../fixtures/test.ts'
import { chooseDay, chooseSlot, dayAhead, fillDetails, newVisitor } from '../storefront/lead.ts'
import { lookAt, ON_A_PHONE } from './look.ts'

test.use(ON_A_PHONE)

const EMPTY = { name: '', email: '', phone: '' }

test('the contact form looks right', LONG, async ({ page }) => {
  await page.goto('/contact')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us')
  await lookAt(page, 'contact')

  await fillDetails(page, EMPTY)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Please enter a message')).toBeVisible()
  await lookAt(page, 'contact-errors')

  await fillDetails(page, newVisitor())
  await page.getByLabel('Message').fill('Do you buy cars?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Message sent successfully!' })).toBeVisible()
  await lookAt(page, 'contact-sent')
})

test('the enquiry form looks right and keeps its vehicle in view', LONG, async ({ page, rest }) => {
  const vehicle = await findStock(rest, 'sold=is.false&order=price')
  const price = page
    .getByRole('complementary', { name: 'Vehicle' })
    .getByText(`£${vehicle.price.toLocaleString('en-GB')}`)
  await page.goto(`/vehicles/${vehicle.id}/enquiry`)
  await lookAt(page, 'enquiry', {
    check: async () => {
      await page.getByLabel('Message').focus()
      await expect(price.filter({ visible: true })).toBeInViewport()
    },
  })

  await fillDetails(page, EMPTY)
  await page.getByRole('button', { name: 'Send enquiry' }).click()
  await expect(page.getByText('Please enter a message')).toBeVisible()
  await lookAt(page, 'enquiry-errors')

  await fillDetails(page, newVisitor())
  await page.getByLabel('Message').fill('Is there a service history?')
  await page.getByRole('button', { name: 'Send enquiry' }).click()
  await expect(page.getByRole('heading', { name: 'Enquiry submitted successfully!' })).toBeVisible()
  await lookAt(page, 'enquiry-sent')
})

test('the test drive form looks right on both tabs', LONG, async ({ page, rest }) => {
  const made = await addVehicles(rest, [{ title: 'Looked at and driven' }])
  await page.goto(`/vehicles/${made[0]?.id}/test-drive`)
  await lookAt(page, 'test-drive')

  await fillDetails(page, EMPTY)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Please enter your name')).toBeVisible()
  await lookAt(page, 'test-drive-errors')

  await fillDetails(page, newVisitor())
  await page.getByRole('button', { name: 'Next' }).click()
  await chooseDay(page, dayAhead(3))
  await page.getByRole('button', { name: 'Book Test Drive' }).click()
  await expect(page.getByText('Please choose a time')).toBeVisible()
  await lookAt(page, 'test-drive-schedule-errors')

  await chooseSlot(page, dayAhead(3), '11:00')
  await lookAt(page, 'test-drive-schedule', { byKeyboard: 'phone' })

  await page.getByRole('button', { name: 'Book Test Drive' }).click()
  await expect(page.getByRole('heading', { name: 'Test drive request submitted successfully!' })).toBeVisible()
  await lookAt(page, 'test-drive-sent')
  await removeVehicles(rest, made)
})
