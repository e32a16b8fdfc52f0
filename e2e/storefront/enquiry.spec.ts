import { holdBack } from '../fixtures/hold-back.ts'
import { findStock } from '../fixtures/stock.ts'
import { expect, PHONE, test } from '../fixtures/test.ts'
import { fillDetails, newVisitor } from './lead.ts'

const AVAILABLE = 'sold=is.false&order=price'
const SOLD_NOTE = 'This vehicle has been sold and is no longer available for purchase or test drives.'
const ALERT = 'There was an error submitting your request. Please try again.'

test('a guest sends an enquiry about a vehicle on a phone', async ({ page, rest, mail, admin }) => {
  const vehicle = await findStock(rest, AVAILABLE)
  const visitor = newVisitor()
  await page.setViewportSize(PHONE)
  await page.goto(`/vehicles/${vehicle.id}/enquiry`)
  await fillDetails(page, visitor)
  await page.getByLabel('Message').fill('Is there a service history?')

  await page.getByRole('button', { name: 'Send enquiry' }).click()

  await expect(page.getByRole('heading', { name: 'Enquiry submitted successfully!' })).toBeVisible()
  // The confirmation screen is enough, so no toast repeats it.
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Return to vehicle' })).toHaveAttribute('href', `/vehicles/${vehicle.id}`)
  const rows = await rest(`enquiries?select=name,phone,message,status,vehicle_id&email=eq.${visitor.email}`)
  expect(rows).toEqual([
    {
      name: visitor.name,
      phone: visitor.phone,
      message: 'Is there a service history?',
      status: 'New',
      vehicle_id: vehicle.id,
    },
  ])
  await mail.waitFor(visitor.email, /enquiry/i)
  await expect.poll(() => mail.to(admin.email).filter(({ text }) => text?.includes(visitor.email)).length).toBe(1)

  await page.getByRole('link', { name: 'Create Account to Track Your Enquiries' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('tab', { name: 'Register' })).toHaveAttribute('aria-selected', 'true')
  const form = page.getByRole('form', { name: 'Register' })
  await expect(form.getByLabel('Full name')).toHaveValue(visitor.name)
  await expect(form.getByLabel('Email')).toHaveValue(visitor.email)
  await page.reload()
  await expect(form.getByLabel('Email')).toHaveValue(visitor.email)
})

test('the enquiry form explains what is missing, and survives a lost connection and a reload', async ({
  page,
  rest,
  context,
}) => {
  const vehicle = await findStock(rest, AVAILABLE)
  const visitor = newVisitor()
  const send = () => page.getByRole('button', { name: 'Send enquiry' }).click()
  const sent = page.getByRole('heading', { name: 'Enquiry submitted successfully!' })
  await page.goto(`/vehicles/${vehicle.id}/enquiry`)

  await test.step('every empty field shows its own error', async () => {
    await fillDetails(page, { name: '', email: 'rosa', phone: '' })
    await send()
    await expect(page.getByText('Please enter your name')).toBeVisible()
    await expect(page.getByText('Please enter an email address like name@example.com')).toBeVisible()
    await expect(page.getByText('Please enter your phone number')).toBeVisible()
    await expect(page.getByText('Please enter a message')).toBeVisible()
    await expect(page.getByLabel('Name')).toBeFocused()
  })

  await test.step('a phone number that cannot be dialled is refused with a message', async () => {
    await fillDetails(page, { ...visitor, phone: 'abcdefgh' })
    await send()
    await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(/Please enter a phone number we can call you on/)
  })

  await test.step('an enquiry survives a lost connection and a reload and can then be sent', async () => {
    await fillDetails(page, visitor)
    await page.getByLabel('Message').fill('Still there?')
    await context.route('**/rest/v1/enquiries*', (route) => route.abort())
    await send()
    await expect(page.getByRole('alert').filter({ hasText: ALERT })).toBeVisible()
    await expect(page.getByLabel('Message')).toHaveValue('Still there?')
    await page.reload()
    await expect(page.getByLabel('Name')).toHaveValue(visitor.name)
    await expect(page.getByLabel('Message')).toHaveValue('Still there?')
    await context.unroute('**/rest/v1/enquiries*')
    await send()
    await expect(sent).toBeVisible()
    await page.goto(`/vehicles/${vehicle.id}/enquiry`)
    await expect(page.getByRole('button', { name: 'Send enquiry' })).toBeEnabled()
    await expect(page.getByLabel('Message')).toHaveValue('')
  })

  await test.step('the form indicates that the visitor is offline and is sent only once, when the connection is back', async () => {
    const { email } = newVisitor()
    await fillDetails(page, { ...visitor, email, phone: '01733 555123' })
    await page.getByLabel('Message').fill('Still there?')
    await context.setOffline(true)
    await send()
    await expect(page.getByRole('alert').filter({ hasText: 'You’re offline.' })).toBeVisible()
    await expect(page.getByText('Please complete the reCAPTCHA verification')).toHaveCount(0)
    await context.setOffline(false)
    await expect(sent).toBeVisible()
    expect(await rest(`enquiries?select=phone&email=eq.${email}`)).toEqual([{ phone: '01733 555123' }])
  })
})

test('a signed-in customer finds their name and email filled in and locked, and is taken back to the vehicle', async ({
  page,
  rest,
  createCustomer,
  signIn,
}) => {
  const vehicle = await findStock(rest, AVAILABLE)
  const customer = await createCustomer()
  await signIn(page, customer)
  await page.clock.install()
  await page.goto(`/vehicles/${vehicle.id}/enquiry`)

  await expect(page.getByLabel('Email')).toHaveValue(customer.email)
  await expect(page.getByLabel('Name')).toHaveValue(`${customer.firstName} ${customer.lastName}`)
  await expect(page.getByLabel('Name')).not.toBeEditable()
  await expect(page.getByLabel('Email')).not.toBeEditable()
  await page.getByLabel('Phone').fill('07123 456789')
  await page.getByLabel('Message').fill('Hello')
  // The confirmation is shown for three seconds, or longer if the vehicle page loads slowly.
  const release = await holdBack(page, `**/vehicles/${vehicle.id}.data*`)
  await page.getByRole('button', { name: 'Send enquiry' }).click()

  await expect(page.getByRole('heading', { name: 'Enquiry submitted successfully!' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create Account to Track Your Enquiries' })).toHaveCount(0)
  await page.clock.runFor(3000)
  release()
  await expect(page).toHaveURL(`/vehicles/${vehicle.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(vehicle.title)

  await test.step('a signed-in customer without a name can enter one', async () => {
    await rest(`profiles?id=eq.${customer.id}`, {
      method: 'PATCH',
      body: JSON.stringify({ first_name: '', last_name: '' }),
    })
    await page.goto(`/vehicles/${vehicle.id}/enquiry`)
    await expect(page.getByLabel('Email')).not.toBeEditable()
    await expect(page.getByLabel('Name')).toBeEditable()
  })
})

test('the forms for a missing vehicle show Vehicle Not Found', async ({ openElsewhere }) => {
  const page = await openElsewhere({ javaScriptEnabled: false })
  for (const id of ['00000000-0000-4000-8000-000000000000', 'not-a-vehicle']) {
    for (const form of ['enquiry', 'test-drive']) {
      const response = await page.goto(`/vehicles/${id}/${form}`)

      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vehicle Not Found')
      await expect(page.getByText("The vehicle you're looking for doesn't exist or has been removed.")).toBeVisible()
      await expect(page.getByRole('link', { name: 'Back to Vehicles' })).toHaveAttribute('href', '/vehicles')
    }
  }
})

test('an enquiry about a vehicle that has since been sold is refused with the reason', async ({ page, rest }) => {
  const [vehicle] = await rest<{ id: string }[]>('vehicles', {
    method: 'POST',
    body: JSON.stringify({
      title: 'Sold meanwhile',
      make: 'Testa',
      model: 'Prova',
      year: 2020,
      price: 20000,
      mileage: 30000,
      fuel_type: 'Petrol',
      transmission: 'Manual',
    }),
  })
  await page.goto(`/vehicles/${vehicle?.id}/enquiry`)
  await fillDetails(page, newVisitor())
  await page.getByLabel('Message').fill('Hello')
  await rest(`vehicles?id=eq.${vehicle?.id}`, {
    method: 'PATCH',
    body: JSON.stringify({ sold: true, sold_expiry_date: '2099-01-01' }),
  })

  await page.getByRole('button', { name: 'Send enquiry' }).click()

  await expect(page.getByRole('alert').filter({ hasText: ALERT })).toContainText(SOLD_NOTE)
  await rest(`vehicles?id=eq.${vehicle?.id}`, { method: 'DELETE' })
})
