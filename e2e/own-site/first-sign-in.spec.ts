import { logIn } from '../account/forms.ts'
import { expect, expectMessage } from '../admin/office.ts'
import { test } from '../fixtures/autotrader-server.ts'

// This test changes the first admin's account, so it uses a site that no later file needs: the one of autotrader.spec.ts.

test('the first admin replaces the printed address and password, and the first steps say where leads go', async ({
  page,
  rest,
  admin,
  site,
}) => {
  const [account] = await rest<{ id: string }[]>(`profiles?select=id&email=eq.${admin.email}`)
  await fetch(`${site.backendUrl}/auth/v1/admin/users/${account?.id}`, {
    method: 'PUT',
    headers: {
      apikey: site.keys.secretKey,
      authorization: `Bearer ${site.keys.secretKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ app_metadata: { must_set_password: 'issued', may_replace_email: true } }),
  })
  await page.goto('/auth')
  await logIn(page, admin)
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()

  await page.getByLabel('Email address').fill('ann@dealer.example')
  await page.getByLabel('New password', { exact: true }).fill('a-kettle-by-the-river')
  await page.getByLabel('Confirm new password').fill('a-kettle-by-the-river')
  await page.getByRole('button', { name: 'Save and continue' }).click()

  await expectMessage(page, 'Saved. Sign in with these from now on.')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  const card = page.getByRole('region', { name: /Make it yours/ })
  await expect(card).toContainText('We email new leads to ann@dealer.example.')
  await card.getByRole('button', { name: 'Send a test email' }).click()
  await expect(card.getByText('Sent to ann@dealer.example.')).toBeVisible()
})
