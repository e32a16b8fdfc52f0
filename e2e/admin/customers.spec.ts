import type { Page } from '@playwright/test'
import { breakRequests, expect, expectMessage, restoreRequests, row, test } from './office.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by name or email' })

async function choose(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function disable(page: Page, name: string) {
  await choose(page, name, 'Disable')
  const question = page.getByRole('alertdialog', { name: 'Disable customer' })
  await expect(question).toContainText(`${name} will be signed out and won’t be able to sign in`)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await question.getByRole('button', { name: 'Disable' }).click()
}

test('customers can be found by name or email address and sorted by column', async ({ page, open, createCustomer }) => {
  const lastName = `Quill${crypto.randomUUID().slice(0, 6)}`
  await createCustomer({ firstName: 'Abel', lastName })
  const customer = await createCustomer({ firstName: 'Nora', lastName })
  await breakRequests(page, '/rest/v1/customers', 'GET')
  await open('/admin/customers')
  await test.step('a toast appears when customers cannot be loaded', () =>
    expectMessage(page, 'Failed to load customers'))
  await restoreRequests(page, '/rest/v1/customers')

  for (const term of [`nora ${lastName.toLowerCase()}`, customer.email.toUpperCase()]) {
    await search(page).fill(term)
    await expect(page.getByText('Showing 1 customer')).toBeVisible()
  }

  await search(page).fill(lastName)
  await expect(page.getByText('Showing 1 to 2 of 2 customers')).toBeVisible()
  const names = page.getByRole('row').filter({ hasText: lastName })
  await expect(names.first()).toContainText('Nora')
  await page.getByRole('button', { name: 'Customer', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Customer' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(names.first()).toContainText('Abel')

  const found = row(page, `Nora ${lastName}`)
  await expect(found).toContainText(customer.email)
  await expect(found.getByRole('cell', { name: 'User', exact: true })).toBeVisible()
  await expect(found.getByRole('cell', { name: 'Active', exact: true })).toBeVisible()
  await expect(found).toContainText(new Date().toLocaleDateString('en-GB', { timeZone: 'Europe/London' }))
})

test('an admin edits a customer’s details and role, but can neither disable nor demote their own account', async ({
  page,
  open,
  rest,
  admin,
  createCustomer,
}) => {
  const customer = await createCustomer({ lastName: `Edit${crypto.randomUUID().slice(0, 6)}` })
  await open(`/admin/customers?q=${customer.email}`)
  await choose(page, `Ada ${customer.lastName}`, 'Edit Details')
  const dialog = page.getByRole('dialog', { name: 'Edit customer' })
  const sure = page.getByRole('alertdialog', { name: `Make Ada ${customer.lastName} an admin` })
  // The focus is on the dialog itself rather than on its close button.
  await expect(dialog).toBeFocused()

  await test.step('a customer needs a name and a valid email address', async () => {
    await dialog.getByLabel('First name').fill('')
    await dialog.getByLabel('Email').fill('nowhere')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog.getByText('First name is required')).toBeVisible()
    await expect(dialog.getByText('Enter a valid email address')).toBeVisible()
  })

  await dialog.getByLabel('First name').fill('Adele')
  await dialog.getByLabel('Email').fill(customer.email)
  await dialog.getByLabel('Phone').fill('07700 900123')
  await dialog.getByLabel('Role').selectOption({ label: 'Admin' })
  await breakRequests(page, '/rest/v1/rpc/update_customer', 'POST')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(sure).toContainText('full admin access')
  await sure.getByRole('button', { name: 'Make admin' }).click()
  await expectMessage(page, 'Failed to update customer')

  await restoreRequests(page, '/rest/v1/rpc/update_customer')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await sure.getByRole('button', { name: 'Make admin' }).click()
  await expectMessage(page, 'Customer updated successfully')
  await expect(row(page, `Adele ${customer.lastName}`).getByRole('cell', { name: 'Admin', exact: true })).toBeVisible()
  expect(await rest(`profiles?id=eq.${customer.id}`)).toMatchObject([{ first_name: 'Adele', phone: '07700 900123' }])
  expect(await rest(`user_roles?user_id=eq.${customer.id}`)).toMatchObject([{ role: 'admin' }])
  await rest(`user_roles?user_id=eq.${customer.id}`, { method: 'DELETE' })

  await test.step('an admin can neither disable nor demote their own account', async () => {
    const [me] = await rest<{ first_name: string; last_name: string }[]>(`profiles?email=eq.${admin.email}`)
    const name = `${me?.first_name} ${me?.last_name}`.trim() || admin.email
    await search(page).fill(admin.email)
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await expect(page.getByRole('menuitem', { name: 'Reset Password' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Disable' })).toHaveCount(0)
    await page.getByRole('menuitem', { name: 'Edit Details' }).click()
    await expect(dialog.getByLabel('Role').getByRole('option')).toHaveText(['Admin'])
    await expect(dialog.getByText('Only another admin can change your role.')).toBeVisible()
  })
})

test('disabling and enabling a customer are recorded in the history', async ({
  page,
  open,
  rest,
  createCustomer,
  admin,
}) => {
  const customer = await createCustomer({ lastName: `Toggle${crypto.randomUUID().slice(0, 6)}` })
  const name = `Ada ${customer.lastName}`
  await open(`/admin/customers?q=${customer.email}`)

  await breakRequests(page, '/rest/v1/rpc/set_customer_disabled', 'POST')
  await disable(page, name)
  await expectMessage(page, 'Failed to disable customer')
  await restoreRequests(page, '/rest/v1/rpc/set_customer_disabled')

  await disable(page, name)
  await expectMessage(page, `Customer ${name} has been disabled`)
  await expect(row(page, name).getByRole('cell', { name: 'Disabled', exact: true })).toBeVisible()
  expect(await rest(`profiles?id=eq.${customer.id}&disabled=is.true`)).toHaveLength(1)

  await breakRequests(page, '/rest/v1/rpc/set_customer_disabled', 'POST', 'network')
  await choose(page, name, 'Enable')
  await expectMessage(page, 'Failed to enable customer')
  await restoreRequests(page, '/rest/v1/rpc/set_customer_disabled')

  await choose(page, name, 'Enable')
  await expectMessage(page, `Customer ${name} has been enabled`)
  await expect(row(page, name).getByRole('cell', { name: 'Active', exact: true })).toBeVisible()

  const [me] = await rest<{ id: string }[]>(`profiles?email=eq.${admin.email}`)
  const history = await rest(`customer_disable_history?customer_id=eq.${customer.id}&order=id`)
  expect(history).toMatchObject(
    ['disabled', 'enabled'].map((action) => ({
      action,
      admin_id: me?.id,
      admin_email: admin.email,
      customer_email: customer.email,
    })),
  )
})

test('a password reset email is sent if a mail server is set up, to the account’s address rather than the profile’s', async ({
  page,
  open,
  rest,
  mail,
  createCustomer,
  hosted,
}) => {
  const customer = await createCustomer({ lastName: `Moved${crypto.randomUUID().slice(0, 6)}` })
  const contact = `contact-${customer.id.slice(0, 8)}@example.com`
  await rest(`profiles?id=eq.${customer.id}`, { method: 'PATCH', body: JSON.stringify({ email: contact }) })
  const challenges: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/captcha/v1/')) challenges.push(request.url())
  })
  await open(`/admin/customers?q=${contact}`)

  await breakRequests(page, '/auth/v1/recover', 'POST')
  await choose(page, `Ada ${customer.lastName}`, 'Reset Password')
  await expectMessage(page, 'Failed to reset password')

  await restoreRequests(page, '/auth/v1/recover')
  await choose(page, `Ada ${customer.lastName}`, 'Reset Password')
  await expectMessage(page, `Password reset email sent to ${customer.email}`)
  expect((await mail.waitFor(customer.email)).text).toContain('/auth')
  // Each attempt needs a new captcha token, except on a hosted project.
  expect(challenges).toHaveLength(hosted ? 0 : 2)
})
