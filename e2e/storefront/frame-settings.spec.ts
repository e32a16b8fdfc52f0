import { expect, PHONE, test } from '../fixtures/test.ts'

// This test is in a separate file, because it changes settings that other tests rely on.
test.describe('company settings', () => {
  test('changed settings appear at once in the header, footer, FAQ and legal pages', async ({ page, rest }) => {
    const set = (key: string, value: string) =>
      rest(`config?key=eq.${key}`, { method: 'PATCH', body: JSON.stringify({ value }) })
    await set('COMPANY_NAME', 'Marsh <& Sons>')
    await set('COMPANY_PHONE', '01733 (0) 555 100')
    await set('COMPANY_PHONE_2', '+44 (0)7700 900123')

    await page.goto('/faq')
    await expect(page.getByRole('banner').getByText('Marsh <& Sons>')).toBeVisible()
    await expect(page).toHaveTitle('Frequently asked questions | Marsh <& Sons>')
    await expect(page.getByRole('main').getByRole('link', { name: 'Call 01733 (0) 555 100' })).toHaveAttribute(
      'href',
      'tel:01733555100',
    )
    await expect(page.getByRole('contentinfo').getByRole('link', { name: '01733 (0) 555 100' })).toBeVisible()
    const banner = page.getByRole('banner')
    await expect(banner.getByRole('link', { name: '01733 (0) 555 100' })).toHaveAttribute('href', 'tel:01733555100')
    await expect(banner.getByRole('link', { name: '+44 (0)7700 900123' })).toHaveAttribute('href', 'tel:+447700900123')
    await page.goto('/terms-of-service')
    await expect(page.getByRole('main').getByText('01733 (0) 555 100')).toBeVisible()
    const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
    expect(blocks.map((block) => JSON.parse(block).name)).toContain('Marsh <& Sons>')

    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: 'Menu' }).click()
    const panel = page.getByRole('dialog', { name: 'Menu' })
    await expect(panel.getByRole('link', { name: '01733 (0) 555 100' })).toHaveAttribute('href', 'tel:01733555100')
    await expect(panel.getByRole('link', { name: '+44 (0)7700 900123' })).toBeVisible()

    await set('COMPANY_NAME', 'Halden & Rowe Motor Cars')
    await set('COMPANY_PHONE', '01632 960142')
    await set('COMPANY_PHONE_2', '')
  })
})
