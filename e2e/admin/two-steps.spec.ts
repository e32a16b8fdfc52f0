import { logIn } from '../account/forms.ts'
import { codeOf, turnOnTwoSteps } from '../fixtures/totp.ts'
import { expect, expectMessage, row, test } from './office.ts'

test('an admin must set up two-step verification when it is required, and another admin can reset it', async ({
  page,
  openElsewhere,
  createCustomer,
  makeAdmin,
  rest,
  site,
  open,
}) => {
  const [ann, bob] = [await createCustomer(), await createCustomer({ firstName: 'Robert', lastName: 'Two' })]
  for (const { id } of [ann, bob]) await makeAdmin(id)
  // An admin without two-step verification cannot require it for other admins.
  await open('/admin/settings')
  await expect(page.getByLabel('Admin email for notifications')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Require two-step verification for staff' })).toHaveCount(0)
  const { session } = await turnOnTwoSteps(site, ann)
  await page.evaluate((value) => window.localStorage.setItem('forecourt-auth', value), session)

  try {
    await page.goto('/admin/settings')
    await page.getByRole('switch', { name: 'Require two-step verification for staff' }).check()
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await expectMessage(page, 'Settings saved successfully')

    const elsewhere = await openElsewhere()
    await elsewhere.goto('/admin/customers')
    await logIn(elsewhere, bob)
    await expect(elsewhere).toHaveURL(/\/auth\/set-up-two-steps$/)
    const secret = (await elsewhere.locator('main code').innerText()).replaceAll(' ', '')
    await elsewhere.getByLabel('Code').fill(codeOf(secret))
    await elsewhere.getByRole('button', { name: 'Turn on', exact: true }).click()
    if (!process.env.HOSTED) {
      await elsewhere.getByRole('checkbox', { name: 'I have saved these codes' }).check()
      await elsewhere.getByRole('button', { name: 'Continue' }).click()
    }
    await expect(elsewhere).toHaveURL(/\/admin\/customers$/)

    await page.goto(`/admin/customers?q=${bob.email}`)
    await row(page, bob.email).getByRole('button', { name: 'Actions for Robert Two' }).click()
    await page.getByRole('menuitem', { name: 'Reset Two-Step Verification' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
    await expectMessage(page, 'Two-step verification has been reset for Robert Two')
    expect(await rest(`activity?subject_id=eq.${bob.id}&kind=eq.second_steps_reset&select=summary`)).toEqual([
      { summary: 'Robert Two: two-step verification reset' },
    ])
    const newPhone = await openElsewhere()
    await newPhone.goto('/auth')
    await logIn(newPhone, bob)
    await expect(newPhone.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible()
  } finally {
    await rest('config?key=eq.AdminsNeedTwoSteps', { method: 'PATCH', body: JSON.stringify({ value: 'false' }) })
  }
})
