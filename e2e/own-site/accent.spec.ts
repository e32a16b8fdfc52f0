import { test } from '../admin/office.ts'
import { LONG } from '../fixtures/test.ts'
import { lookAt, ON_A_PHONE } from '../looks/look.ts'

test.use(ON_A_PHONE)

for (const [name, accent] of [
  ['lightest', '#ffffff'],
  ['darkest', '#000000'],
] as const) {
  test(`all text is readable with the ${name} accent colour`, LONG, async ({ page, open, rest }) => {
    const setAccent = (value: string) =>
      rest('config?on_conflict=key', {
        method: 'POST',
        headers: { prefer: 'resolution=merge-duplicates,return=representation' },
        body: JSON.stringify([{ key: 'BRAND_ACCENT', value }]),
      })
    await setAccent(accent)
    for (const path of ['/', '/vehicles', '/contact', '/auth']) {
      await page.goto(path)
      await lookAt(page, `${name}-accent${path.replaceAll('/', '-')}`)
    }
    await open('/admin/settings/brand')
    await page.getByRole('button', { name: 'Publish' }).waitFor()
    await lookAt(page, `${name}-accent-admin`)
    await setAccent('#946c33')
  })
}
