// The content security policy of every kind of page. That no page breaks its own is not asked here: the fixture `page` fails
// every test whose page does, and `e2e/looks` opens every screen, those with forms among them, whose library would like to
// write code.
import { findStock } from '../fixtures/stock.ts'
import { expect, test } from '../fixtures/test.ts'

test('every page has a policy that names its own scripts alone', async ({ request, rest }) => {
  const vehicle = await findStock(rest, 'sold=is.false')
  const ofVehicle = ['', '/enquiry', '/test-drive'].map((form) => `/vehicles/${vehicle.id}${form}`)
  for (const path of ['/', '/vehicles', ...ofVehicle, '/contact', '/auth', '/nothing-here', '/admin/vehicles']) {
    const response = await request.get(path)

    expect(response.headers()['content-security-policy'], path).toMatch(/script-src 'self' 'nonce-[\w+/]+=*'[; ]/)
  }
})

test('the one script of ours that stands in the page itself runs under it', async ({ page }) => {
  await page.goto('/')

  await expect(page.locator('html')).toHaveAttribute('data-session', 'guest')
})
