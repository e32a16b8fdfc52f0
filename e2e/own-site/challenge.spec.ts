import { logIn } from '../account/forms.ts'
import { findStock } from '../fixtures/stock.ts'
import { expect, LONG, test } from '../fixtures/test.ts'
import { chooseSlot, dayAhead, fillDetails, newVisitor, openSchedule } from '../storefront/lead.ts'

// The built-in captcha: a proof of work that the browser solves while the visitor waits.
test.use({ siteEnv: { CAPTCHA: 'on' } })

const AVAILABLE = 'sold=is.false&order=price'

test('an enquiry that passes the challenge sends one email to the visitor and one to the dealer', async ({
  page,
  rest,
  mail,
  admin,
}) => {
  const vehicle = await findStock(rest, AVAILABLE)
  const visitor = newVisitor()
  await page.goto(`/vehicles/${vehicle.id}/enquiry`)
  await fillDetails(page, visitor)
  await page.getByLabel('Message').fill('Hello')
  const calls: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('/send-email')) calls.push(response.status())
  })

  await page.getByRole('button', { name: 'Send enquiry' }).click()

  await expect(page.getByRole('heading', { name: 'Enquiry submitted successfully!' })).toBeVisible()
  await expect.poll(() => calls).toEqual([200, 200])
  await mail.waitFor(visitor.email)
  await expect.poll(() => mail.to(admin.email).filter(({ text }) => text?.includes(visitor.email)).length).toBe(1)
  expect(mail.to(visitor.email)).toHaveLength(1)
})

// The test above passes the same challenge.
test('a test drive booking passes the challenge', LONG, async ({ page, rest }) => {
  const vehicle = await findStock(rest, AVAILABLE)
  await openSchedule(page, vehicle.id, newVisitor())
  await chooseSlot(page, dayAhead(25), '13:00')

  await page.getByRole('button', { name: 'Book Test Drive' }).click()

  await expect(page.getByRole('heading', { name: 'Test drive request submitted successfully!' })).toBeVisible()
})

// create-captcha.test.ts checks that a solution works once.
test('two contact messages in a row each pass their own challenge', LONG, async ({ page }) => {
  await page.goto('/contact')
  for (const message of ['First', 'Second']) {
    await fillDetails(page, newVisitor())
    await page.getByLabel('Message').fill(message)
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Message sent successfully!' })).toBeVisible()
    await expect(page.getByLabel('Message')).toHaveValue('')
  }
})

test('an enquiry or a request to send an email is refused if it skips the challenge', async ({ site, rest }) => {
  const vehicle = await findStock(rest, AVAILABLE)
  const visitor = newVisitor()
  const headers = { apikey: site.keys.publishableKey, 'content-type': 'application/json' }
  const post = (path: string, body: unknown) =>
    fetch(`${site.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })

  const insert = await post('/rest/v1/enquiries', {
    ...visitor,
    message: 'Spam',
    vehicle_id: vehicle.id,
    status: 'New',
  })
  const contact = await post('/functions/v1/send-email', {
    type: 'contact',
    to: visitor.email,
    data: { name: visitor.name, message: 'Spam', recaptchaToken: 'made up' },
  })

  expect(insert.status).toBe(400)
  expect(contact.status).toBe(403)
  expect(await rest(`enquiries?email=eq.${visitor.email}`)).toEqual([])
})

test('every form reports a failed challenge', async ({ page }) => {
  const refusal = page.getByText('Please complete the reCAPTCHA verification')
  // The page is made to treat the captcha as switched off, so it sends a token that proves nothing.
  await page.route('**/captcha/v1/**', (route) => route.fulfill({ json: { provider: 'off' } }))

  await page.goto('/contact')
  await fillDetails(page, newVisitor())
  await page.getByLabel('Message').fill('Hello')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(refusal).toBeVisible()

  await page.goto('/auth')
  await logIn(page, { email: 'rosa@example.com', password: 'a-kettle-by-the-river' })
  await expect(refusal).toBeVisible()

  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('rosa@example.com')
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(refusal).toBeVisible()
})
