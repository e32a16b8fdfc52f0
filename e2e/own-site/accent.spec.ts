import { test } from '../admin/office.ts'
import { isThorough, lookAt, ON_A_PHONE } from '../looks/look.ts'

test.use(ON_A_PHONE)

// A phone is looked at in the light first, a desk in the dark: each where it is hardest to read.
for (const [name, accent, hardest] of [
  ['lightest', '#ffffff', 'phone'],
  ['darkest', '#000000', 'desktop'],
] as const) {
  test(`everything can be read with an accent at the edge: the ${name}`, async ({ page, open, rest }) => {
    const say = (value: string) =>
      rest('config?on_conflict=key', {
        method: 'POST',
        headers: { prefer: 'resolution=merge-duplicates,return=representation' },
        body: JSON.stringify([{ key: 'BRAND_ACCENT', value }]),
      })
    await say(accent)
    const only = isThorough ? undefined : hardest
    for (const path of ['/', '/vehicles', '/contact', '/auth']) {
      await page.goto(path)
      await lookAt(page, `${name}-accent${path.replaceAll('/', '-')}`, { only })
    }
    await open('/admin/settings/brand')
    await page.getByRole('button', { name: 'Publish' }).waitFor()
    await lookAt(page, `${name}-accent-admin`, { only })
    await say('#946c33')
  })
}
