import { expect, expectMessage, test } from '../admin/office.ts'
import { WITHOUT_MAIL } from '../fixtures/site-settings.ts'
import { LONG } from '../fixtures/test.ts'

test.use({ siteEnv: WITHOUT_MAIL })

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
