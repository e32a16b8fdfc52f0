import { test } from '../admin/office.ts'
import { lookAt, ON_A_PHONE } from '../looks/look.ts'

test.use(ON_A_PHONE)

for (const [name, accent] of [
  ['lightest', '#ffffff'],
  ['darkest', '#000000'],
] as const) {
  test(`everything can be read with an accent at the edge: the ${name}`, async ({ page, open, rest }) => {
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
    await open('/admin/settings/brand')
    await page.getByRole('button', { name: 'Publish' }).waitFor()
    await lookAt(page, `${name}-accent-admin`)
    await say('#946c33')
  })
}
