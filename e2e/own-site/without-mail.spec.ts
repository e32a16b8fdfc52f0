import { expect, expectMessage, PHONE, test } from '../admin/office.ts'
import { WITHOUT_MAIL } from '../fixtures/site-settings.ts'
import { LONG } from '../fixtures/test.ts'

test.use({ siteEnv: WITHOUT_MAIL })

test('while email is not set up, every screen has a one-line notice and the settings explain what to do', async ({
  page,
  open,
}) => {
  await page.setViewportSize(PHONE)
  const banner = page.getByRole('status').filter({ hasText: 'Email isn’t set up.' })
  for (const path of ['/admin', '/admin/enquiries']) {
    await open(path)
    await expect(banner).toBeVisible()
    expect((await banner.boundingBox())?.height).toBeLessThan(40)
  }
  await banner.getByRole('link', { name: 'Connect your email' }).click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expect(banner).toContainText('Emails are queued until you connect a mail server.')
})

// account/recovery.spec.ts uses the same form with email.
test(
  'while email is not set up, Reset Password shows where an email would be sent but sends nothing',
  LONG,
  async ({ page, open, createCustomer }) => {
    const customer = await createCustomer()
    const recoveries: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/auth/v1/recover')) recoveries.push(request.url())
    })
    await open(`/admin/customers?q=${customer.email}`)

    await page.getByRole('button', { name: 'Actions for Ada Marsh' }).click()
    await page.getByRole('menuitem', { name: 'Reset Password' }).click()

    await expectMessage(page, `Password reset email would be sent to ${customer.email}`)
    expect(recoveries).toEqual([])
    await page.getByRole('button', { name: 'Connect your email' }).click()
    await expect(page.getByRole('form', { name: 'Mail server' })).toBeVisible()
  },
)
