import { breakRequests, expect, expectMessage, PHONE, restoreRequests, row } from '../admin/office.ts'
import { test } from '../fixtures/own-sites.ts'

interface OutboxRow {
  id: string
  last_error: string | null
  status: string
}

test('a banner reports a rejected mail server password, and a retry delivers the email once the password is accepted', async ({
  page,
  open,
  rest,
  smtp,
  createVehicle,
  createEnquiry,
}) => {
  const email = `rosa-${crypto.randomUUID().slice(0, 8)}@example.com`
  await expect.poll(() => rest<OutboxRow[]>('email_outbox?status=eq.pending')).toEqual([])
  smtp.setAcceptsPassword(false)
  await createEnquiry(await createVehicle(), { email, name: 'Rosa' })
  // One email goes to the customer and one to the dealer.
  const refused = () => rest<OutboxRow[]>('email_outbox?status=eq.pending&last_error=like.*535*')
  await expect.poll(refused).toHaveLength(2)
  // Simulates more attempts, because real ones would take half a minute.
  await rest('email_outbox?status=eq.pending', {
    method: 'PATCH',
    body: JSON.stringify({ attempts: 5, next_attempt_at: new Date(Date.now() + 3_600_000).toISOString() }),
  })

  await open('/admin/vehicles')
  const banner = page.getByRole('status').filter({ hasText: 'Emails aren’t being sent.' })
  await expect(banner).toContainText('The mail server rejected the username and password.')
  await banner.getByRole('link', { name: 'System status' }).click()

  await expect(page.getByRole('heading', { name: 'System Status', level: 1 })).toBeVisible()
  await expect(banner).toBeHidden()
  await expect(row(page, email)).toContainText('Enquiry acknowledgement')
  await expect(row(page, email)).toContainText('535 5.7.8 Username and Password not accepted')
  await expect(page.getByRole('main')).not.toContainText('Is it still for sale?')

  smtp.setAcceptsPassword(true)
  await page.getByRole('button', { name: `Retry: Enquiry acknowledgement, ${email}` }).click()
  await expectMessage(page, 'Retrying now')
  await expect.poll(() => smtp.delivered).toContain(email)
  await page.getByRole('button', { name: 'Retry all' }).click()

  await expect(page.getByText('Everything has been delivered.')).toBeVisible({ timeout: 40_000 })
})

test('an email to an unknown address is reported once and can be discarded by keyboard on a small screen', async ({
  page,
  open,
  rest,
  createVehicle,
  createEnquiry,
}) => {
  await page.setViewportSize(PHONE)
  const email = `nobody-${crypto.randomUUID().slice(0, 8)}@example.com`
  await createEnquiry(await createVehicle(), { email })
  const status = async () => (await rest<OutboxRow[]>(`email_outbox?recipient=eq.${email}`))[0]?.status
  await expect.poll(status).toBe('failed')

  await open('/admin')
  await expect(page.getByRole('status').filter({ hasText: '1 email couldn’t be delivered.' })).toBeVisible()
  await page.goto('/admin/status?view=failed')
  await expect(page.getByText('550 5.1.1 No such user here').locator('visible=true')).toHaveCount(1)
  await page.getByRole('button', { name: `Discard: Enquiry acknowledgement, ${email}` }).focus()
  await page.keyboard.press('Enter')

  await expect(page.getByText('Nothing has failed.')).toBeVisible()
  expect(await status()).toBeUndefined()
})

test('a recorded incident is shown until it is dismissed', async ({ page, open, rest }) => {
  await rest('incidents', { method: 'POST', body: JSON.stringify({ kind: 'disk-full', count: 3 }) })
  await open('/admin/status')

  const item = page.getByRole('listitem').filter({ hasText: 'The disk is full.' })
  await expect(item).toContainText('3 times, first ')
  await page.getByRole('button', { name: 'Dismiss: The disk is full.' }).click()

  await expect(item).toBeHidden()
  expect(await rest('incidents?kind=eq.disk-full')).toEqual([])
})

test('a toast appears when the status cannot be loaded, and trying again loads it', async ({ page, open }) => {
  await breakRequests(page, '/rest/v1/undelivered', 'GET')
  await open('/admin/status')
  await expectMessage(page, 'Failed to load the system status')

  await restoreRequests(page, '/rest/v1/undelivered')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Everything has been delivered.')).toBeVisible()
})
