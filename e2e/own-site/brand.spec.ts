import { expect, expectMessage, test } from '../admin/office.ts'
import { lookAt, ON_A_PHONE } from '../looks/look.ts'

test.use({ colorScheme: 'light' })

const drawing = (fill: string, more = '') => ({
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 80">${more}<path d="M0 0h320v80H0z" fill="${fill}"/></svg>`,
  ),
})

test('the brand is chosen, looked at, published, and taken back', async ({ page, open }) => {
  const logo = page.getByRole('banner').getByAltText('Halden & Rowe Motor Cars')
  await open('/admin/settings/brand')
  await page.getByLabel('Logo', { exact: true }).setInputFiles(drawing('#123', '<script>alert(1)</script>'))
  await expect(page.getByText('The SVG contains <script>: export it with plain shapes alone')).toBeVisible()
  await page.getByLabel('Logo', { exact: true }).setInputFiles(drawing('#112233'))
  await expect(page.getByAltText('Logo as chosen')).toBeVisible()
  await page.getByLabel('Logo for Dark Grounds', { exact: true }).setInputFiles(drawing('#ddeeff'))
  await expect(page.getByAltText('Logo for Dark Grounds as chosen')).toBeVisible()
  await page.getByRole('textbox', { name: 'Accent Colour', exact: true }).fill('yellow')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Enter a colour as # and six figures, like #946c33')).toBeVisible()
  await page.getByRole('textbox', { name: 'Accent Colour', exact: true }).fill('#ffe600')
  await expect(page.getByText(/^Darkened to #[0-9a-f]{6}, so that it stands out in the light/)).toBeVisible()
  const second = page.getByRole('listitem', { name: 'Slide 2' })
  await second.getByRole('textbox', { name: 'Slide', exact: true }).fill('Another word for it')

  await page.getByRole('button', { name: 'Preview' }).click()
  const frame = page.frameLocator('iframe[title="Home as it would be"]')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Fine cars, honestly presented')
  await expect(frame.getByRole('banner').getByAltText('Halden & Rowe Motor Cars').last()).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expectMessage(page, 'Published')

  const brass = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brass'))
  await page.goto('/contact')
  await expect(logo.first()).toBeVisible()
  await expect(logo.last()).toBeHidden()
  const inTheLight = await brass()
  const icon = async () => (await page.request.get('/favicon.ico', { maxRedirects: 0 })).headers().location
  expect(await icon()).toMatch(/\/brand\/[^/]+\.svg\?width=32&/)
  expect((await page.request.get('/favicon.ico')).headers()['content-type']).toMatch(/^image\//)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(logo.first()).toBeHidden()
  await expect(logo.last()).toBeVisible()
  expect(inTheLight).toContain('ffe600')
  await page.goto('/')
  await page.getByRole('button', { name: 'Show picture 2 of 3' }).click()
  await expect(page.getByText('Another word for it')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fine cars, honestly presented')

  await open('/admin/settings/brand')
  await page.getByRole('button', { name: 'Bring back what was there before' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expectMessage(page, 'Published')
  await page.goto('/contact')
  await expect(logo).toHaveCount(0)
  expect(await icon()).toBe('/icons/car.ico')
  expect(await brass()).not.toContain('ffe600')
})

test.describe('with an accent at the edge', () => {
  test.use(ON_A_PHONE)

  for (const [name, accent] of [
    ['lightest', '#ffffff'],
    ['darkest', '#000000'],
  ] as const) {
    test(`everything can be read: the ${name}`, async ({ page, rest }) => {
      const say = (value: string) =>
        rest('config?on_conflict=key', {
          method: 'POST',
          headers: { prefer: 'resolution=merge-duplicates,return=representation' },
          body: JSON.stringify([{ key: 'BRAND_ACCENT', value }]),
        })
      await say(accent)
      for (const path of ['/', '/vehicles', '/contact', '/auth']) {
        await page.goto(path)
        // On a phone in the light, at a desk in the dark.
        const look = `${name}-accent${path.replaceAll('/', '-')}`
        await lookAt(page, look, { only: 'phone' })
        await lookAt(page, look, { only: 'desktop' })
      }
      await say('#946c33')
    })
  }
})
