import { expect, LONG, test } from '../fixtures/test.ts'
import { createAccount, expectToast, logIn } from './forms.ts'

test('an admin with a generated password chooses their own before the back office opens', async ({
  page,
  site,
  makeAdmin,
}) => {
  const account = await createAccount(site, { app_metadata: { must_set_password: 'issued' } })
  await makeAdmin(account.id)
  await page.goto('/auth')
  await logIn(page, account)
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()
  await page.goto('/admin/vehicles')
  await expect(page).toHaveURL(/\/auth\/choose-password$/)

  await page.getByLabel('New password', { exact: true }).fill('Password1!')
  await page.getByLabel('Confirm new password').fill('Password1!')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('This password is too easy to guess. Please choose another.')).toBeVisible()

  await page.getByLabel('New password', { exact: true }).fill('one of my own')
  await page.getByLabel('Confirm new password').fill('one of my own')
  await page.getByRole('button', { name: 'Save password' }).click()

  await expectToast(page, 'Your password has been changed.')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await page.reload()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
})

// The test above uses the same screen, and backend/test/auth-staff-passwords.test.ts checks the rule.
test(
  'an admin with a short password chooses a longer one before the back office opens',
  LONG,
  async ({ page, site, makeAdmin, signIn, rest }) => {
    const account = await createAccount(site, { password: 'tepid-owl' })
    await makeAdmin(account.id)
    await signIn(page, { ...account, password: 'tepid-owl' })
    await page.goto('/admin/vehicles')
    await expect(page).toHaveURL(/\/auth\/choose-password$/)
    await expect(page.getByRole('heading', { name: 'Choose a stronger password' })).toBeVisible()

    const choose = async (password: string) => {
      await page.getByLabel('New password', { exact: true }).fill(password)
      await page.getByLabel('Confirm new password').fill(password)
      await page.getByRole('button', { name: 'Save password' }).click()
    }
    await expect(page.getByText('At least 10 characters. Don’t use')).toBeVisible()
    await choose('nine-long')
    await expect(page.getByText('Password must be at least 10 characters')).toBeVisible()
    await choose('my own forecourt key')
    await expect(
      page.getByText('Your password can’t contain the dealership’s name or the word Forecourt.'),
    ).toBeVisible()
    await choose('tepid-owl-parade')

    await expectToast(page, 'Your password has been changed.')
    await expect(page).toHaveURL(/\/admin\/dashboard$/)
    expect(await rest(`email_outbox?recipient=eq.${account.email}&select=template`)).toEqual([
      { template: 'password-changed' },
    ])
  },
)
