// The content security policy in a browser. The fixture `page` fails a test that breaks it; here every kind
// of page is opened once, those with forms among them: their library would like to write code.
import { findStock } from '../fixtures/stock.ts'
import { expect, test } from '../fixtures/test.ts'

test('no public page breaks its own policy', async ({ page, rest }) => {
  const vehicle = await findStock(rest, 'sold=is.false')
  const paths = ['/', '/vehicles', `/vehicles/${vehicle.id}`, `/vehicles/${vehicle.id}/enquiry`]
  for (const path of [...paths, `/vehicles/${vehicle.id}/test-drive`, '/contact', '/auth', '/nothing-here']) {
    const response = await page.goto(path)
    await page.waitForLoadState('networkidle')

    expect(response?.headers()['content-security-policy'], path).toMatch(/script-src 'self' 'nonce-[\w+/]+=*'[; ]/)
    // Written by the one script of ours that stands in the page itself.
    await expect(page.locator('html'), path).toHaveAttribute('data-session', 'guest')
  }
})

test('no page of the back office breaks its own policy', async ({ page, admin, signIn }) => {
  await signIn(page, admin)
  for (const path of ['/admin/dashboard', '/admin/vehicles', '/admin/vehicles/add', '/admin/settings']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
})
