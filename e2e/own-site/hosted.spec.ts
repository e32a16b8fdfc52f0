// One run through the whole product on a hosted project: one process renders the pages, and another, on its own
// origin, serves the browser's requests. `npm run test:long` runs all other tests the same way with HOSTED=1.
import { logIn, newEmail, registerAs } from '../account/forms.ts'
import { choosePictures, expectMessage, saveVehicle, test, unique } from '../admin/office.ts'
import { SERVICE_PATHS } from '../fixtures/stand-in.ts'
import { expect, LONG, linkIn } from '../fixtures/test.ts'
import { fillDetails, newVisitor } from '../storefront/lead.ts'

test.use({ hosted: true, siteEnv: { RESPONSE_CACHE: '1' } })

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

// The long tests run all flows on a hosted project.
test(
  'an admin adds a vehicle with a picture, and a visitor enquires about it, confirms an account by email and finds the enquiry on the dashboard',
  LONG,
  async ({ page, openElsewhere, site, admin, mail, rest }) => {
    for (const path of SERVICE_PATHS) {
      const { status } = await fetch(site.backendUrl + path, { headers: { apikey: site.keys.publishableKey } })
      expect(status, `${path} of the project`).not.toBe(404)
    }
    const title = unique('Alvis TD21')
    const office = await openElsewhere()
    await office.goto('/auth')
    await logIn(office, admin)
    await expect(office).toHaveURL(/\/admin\/dashboard$/)
    await office.goto('/admin/vehicles/add')
    await office.getByLabel('Title').fill(title)
    await office.getByRole('combobox', { name: 'Make' }).selectOption('Volkswagen')
    await office.getByLabel('Model').fill('Golf')
    await office.getByLabel('Year').fill('2022')
    await office.getByLabel('Price (£)').fill('25995')
    await office.getByLabel('Mileage (miles)').fill('19700')
    await office.getByRole('combobox', { name: 'Fuel type' }).selectOption('Petrol')
    await office.getByRole('combobox', { name: 'Transmission' }).selectOption('Manual')
    const file = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') }
    await choosePictures(office, file)
    await expectMessage(office, '1 image(s) uploaded successfully')
    await saveVehicle(office)
    await expectMessage(office, 'Vehicle added successfully!')

    await page.goto(`/vehicles?q=${encodeURIComponent(title)}`)
    await page.getByRole('link', { name: title, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    const shown = page.getByRole('main').locator('img').first()
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeGreaterThan(0)
    const [picture] = await rest<{ image_url: string }[]>(
      `vehicle_images?select=image_url,vehicles!inner(title)&vehicles.title=eq.${encodeURIComponent(title)}`,
    )
    const sent = await page.request.get(picture?.image_url ?? '', { maxRedirects: 0 })
    expect(sent.headers().location).toBe(site.backendUrl + picture?.image_url)

    const visitor = { ...newVisitor(), email: newEmail() }
    await page
      .getByRole('link', { name: /Enquir/ })
      .first()
      .click()
    await fillDetails(page, visitor)
    await page.getByLabel('Message').fill('Is there a service history?')
    await page.getByRole('button', { name: 'Send enquiry' }).click()
    await expect(page.getByRole('heading', { name: 'Enquiry submitted successfully!' })).toBeVisible()
    await mail.waitFor(visitor.email, /enquiry/i)

    await page.goto('/auth')
    await registerAs(page, { email: visitor.email, name: visitor.name })
    const link = linkIn(await mail.waitFor(visitor.email, /confirm/i), '/auth/confirm')
    expect(new URL(link).origin).toBe(site.url)
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm account' }).click()
    await page
      .getByRole('region', { name: 'Account confirmed' })
      .getByRole('link', { name: 'Go to your dashboard' })
      .click()
    await expect(page.getByRole('main').getByText(title).first()).toBeVisible()
  },
)
