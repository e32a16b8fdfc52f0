import { expect, expectMessage, test } from './office.ts'

test('an admin manages their own account, but the last admin cannot delete theirs', async ({
  page,
  signIn,
  createCustomer,
  makeAdmin,
  admin,
  open,
}) => {
  const colleague = await createCustomer()
  await makeAdmin(colleague.id)
  await signIn(page, colleague)
  await page.goto('/admin')
  await page.getByRole('link', { name: `My account: ${colleague.email}` }).click()
  await expect(page.getByText(`You’re signed in as ${colleague.email}.`)).toBeVisible()

  await page.getByLabel('Full name').fill('Colin League')
  await page.getByRole('button', { name: 'Save details' }).click()
  await expectMessage(page, 'Your details have been saved.')
  await page.getByRole('button', { name: 'Change your password' }).click()
  await page.getByLabel('Current password').fill(colleague.password)
  await page.getByLabel('New password', { exact: true }).fill('another-quiet-otter')
  await page.getByLabel('Confirm new password').fill('another-quiet-otter')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expectMessage(page, 'Your password has been changed.')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByLabel('Your password').fill('another-quiet-otter')
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await expectMessage(page, 'Your account has been deleted.')
  await expect(page).toHaveURL('/')

  await open('/admin/account')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByLabel('Your password').fill(admin.password)
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByText('The last active administrator cannot be demoted, disabled or deleted.')).toBeVisible()
})
