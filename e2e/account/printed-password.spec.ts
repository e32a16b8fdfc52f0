import { expect, expectAccessible, test, variants } from '../fixtures/test.ts'
import { expectToast, logIn, newEmail } from './forms.ts'

const PRINTED = 'k7wqe-2mdbz-rtp4x-hs9cv'

test.describe('an admin whose password was printed', () => {
  let email: string

  test.beforeEach(async ({ site, rest }) => {
    email = newEmail()
    const response = await fetch(`${site.url}/auth/v1/admin/users`, {
      method: 'POST',
      headers: { apikey: site.keys.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        email,
        password: PRINTED,
        email_confirm: true,
        app_metadata: { must_set_password: 'issued' },
      }),
    })
    const { id } = (await response.json()) as { id: string }
    await rest('user_roles?on_conflict=user_id', {
      method: 'POST',
      body: JSON.stringify({ user_id: id, role: 'admin' }),
      headers: { prefer: 'return=representation,resolution=merge-duplicates' },
    })
  })

  test('chooses their own before the back office opens', async ({ page }) => {
    await page.goto('/auth')
    await logIn(page, { email, password: PRINTED })
    await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()
    await page.goto('/admin/vehicles')
    await expect(page).toHaveURL(/\/auth\/choose-password$/)

    await page.getByLabel('New Password', { exact: true }).fill('Password1!')
    await page.getByLabel('Confirm New Password').fill('Password1!')
    await page.getByRole('button', { name: 'Save Password' }).click()
    await expect(page.getByText('This password is too easy to guess. Please choose another one.')).toBeVisible()

    await page.getByLabel('New Password', { exact: true }).fill('one of my own')
    await page.getByLabel('Confirm New Password').fill('one of my own')
    await page.getByRole('button', { name: 'Save Password' }).click()

    await expectToast(page, 'Your password has been changed.')
    await expect(page).toHaveURL(/\/admin\/dashboard$/)
    await page.reload()
    await expect(page).toHaveURL(/\/admin\/dashboard$/)
  })

  for (const { name, viewport, colorScheme } of variants) {
    test.describe(name, () => {
      test.use({ viewport, colorScheme })

      test('the screen is accessible', async ({ page, signIn }) => {
        await signIn(page, { email, password: PRINTED })
        await page.goto('/admin')
        await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()

        await expectAccessible(page)
      })
    })
  }
})

test('an admin whose password was given is asked for nothing', async ({ page, admin }) => {
  await page.goto('/auth')
  await logIn(page, admin)

  await expect(page).toHaveURL(/\/admin\/dashboard$/)
})
