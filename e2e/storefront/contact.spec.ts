import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { fillDetails, newVisitor, unique } from './lead.ts'

const SENT = "Message sent successfully! We'll get back to you soon."
const FAILED = 'Failed to send message. Please try again or contact us directly.'
const HINT = 'Please enter a valid UK mobile number (e.g., 07123 456789 or +44 7123 456789)'

test('a visitor sends the dealer a message', async ({ page, rest, mail, admin }) => {
  const visitor = newVisitor()
  const message = `Do you buy cars? ${unique()}`
  await page.goto('/contact')
  await expect(page.getByText(HINT)).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveAttribute('rows', '5')
  await fillDetails(page, visitor)
  await page.getByLabel('Message').fill(message)

  await page.getByRole('button', { name: 'Send message' }).click()

  await expect(page.getByRole('status').filter({ hasText: SENT })).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('')
  await expect(page.getByLabel('Message')).toHaveValue('')
  const rows = await rest(`contact_messages?select=name,phone,message,status&email=eq.${visitor.email}`)
  expect(rows).toEqual([{ name: visitor.name, phone: visitor.phone, message, status: 'New' }])
  await mail.waitFor(visitor.email)
  await expect.poll(() => mail.to(admin.email).filter(({ text }) => text?.includes(message)).length).toBe(1)
  expect(mail.to(visitor.email)).toHaveLength(1)
})

test('the contact form explains what is missing or failed, and keeps what was typed', async ({
  page,
  context,
  hosted,
  rest,
}) => {
  const visitor = newVisitor()
  const send = () => page.getByRole('button', { name: 'Send message' }).click()
  const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })
  await page.goto('/contact')

  await test.step('every field shows its own error', async () => {
    await fillDetails(page, { name: '', email: '', phone: '01733 123456' })
    await send()
    await expect(page.getByText('Please enter your name')).toBeVisible()
    await expect(page.getByText('Please enter your email address')).toBeVisible()
    await expect(alert(HINT)).toBeVisible()
    const otherWays = page.getByRole('form', { name: 'Contact Us' }).getByText('No UK mobile number?')
    await expect(otherWays.getByRole('link', { name: '01632 960142' })).toHaveAttribute('href', 'tel:01632960142')
    await expect(otherWays.getByRole('link', { name: '@' }).first()).toHaveAttribute('href', /^mailto:/)
    await expect(page.getByText('Please enter a message')).toBeVisible()
  })

  await fillDetails(page, { ...visitor, phone: '+44 (0)7700 900123' })
  await page.getByLabel('Message').fill('Hello')
  let [calls, release] = [0, () => {}]
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/functions/v1/send-email', async (route) => {
    calls++
    await held
    await route.abort()
  })

  // A hosted project does not use our challenge.
  if (!hosted)
    await test.step('a message with a failed bot check is not sent, and the form shows an error', async () => {
      await page.route('**/captcha/v1/**', (route) => route.abort())
      await send()
      await expect(alert('Please complete the reCAPTCHA verification')).toBeVisible()
      expect(calls).toBe(0)
      await page.unroute('**/captcha/v1/**')
    })

  await test.step('the form shows that the message is being sent, and a failure shows the banner', async () => {
    await send()
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
    release()
    await expect(alert(FAILED)).toBeVisible()
    await expect(page.getByLabel('Message')).toHaveValue('Hello')
    await page.unroute('**/functions/v1/send-email')
    await page.reload()
    await expect(page.getByLabel('Message')).toHaveValue('Hello')
  })

  await test.step('the form indicates that the visitor is offline and is sent once the connection is back', async () => {
    await context.setOffline(true)
    await send()
    await expect(alert('You’re offline.')).toBeVisible()
    await expect(page.getByText('Please complete the reCAPTCHA verification')).toHaveCount(0)
    await expect(page.getByLabel('Message')).toHaveValue('Hello')
    await context.setOffline(false)
    await expect(page.getByRole('status').filter({ hasText: SENT })).toBeVisible()
    expect(await rest(`contact_messages?select=phone&email=eq.${visitor.email}`)).toEqual([
      { phone: '+44 (0)7700 900123' },
    ])
  })
})

test('the contact page shows the dealer’s details, and the map only after a click or with consent', async ({
  page,
  openElsewhere,
  site,
}) => {
  const google = (target: Page) =>
    target.route('https://www.google.com/**', (route) => route.fulfill({ contentType: 'text/html', body: 'A map' }))
  await google(page)
  await page.goto('/contact')
  const main = page.getByRole('main')

  await test.step('the email addresses and each part of the address and opening hours are on their own line', async () => {
    await expect(main.locator('dl').getByRole('link', { name: 'sales@haldenrowe.example' })).toHaveAttribute(
      'href',
      /^mailto:/,
    )
    await expect(main.locator('dl').getByRole('link', { name: 'admin@haldenrowe.example' })).toHaveAttribute(
      'href',
      /^mailto:/,
    )
    await expect(main.getByText('Mon-Fri: 9am-6pm', { exact: true })).toBeVisible()
    await expect(main.getByText('Sat-Sun: 9am-4pm', { exact: true })).toBeVisible()
    await expect(main.getByText('PE1 5BA', { exact: true })).toBeVisible()
  })

  await test.step('the map loads only after a click or with consent', async () => {
    await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled()
    await expect(page.locator('iframe')).toHaveCount(0)
    await page.getByRole('button', { name: 'Show map' }).click()
    await expect(page.locator('iframe')).toHaveAttribute('src', /^https:\/\/www\.google\.com\/maps\?q=.*PE1/)
    await page.reload()
    await expect(page.locator('iframe')).toHaveCount(0)
    await page.getByRole('button', { name: 'Accept All' }).click()
    await expect(page.locator('iframe')).toHaveCount(1)
  })

  await test.step('the map loads if consent is stored only in the cookie', async () => {
    const elsewhere = await openElsewhere()
    await google(elsewhere)
    await elsewhere.context().addCookies([{ name: 'cookie_consent', value: 'accepted', url: site.url }])
    await elsewhere.goto('/contact')
    await expect(elsewhere.locator('iframe')).toHaveCount(1)
  })
})
