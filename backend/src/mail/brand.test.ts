import { expect, test } from 'vitest'
import { ADMIN_SETTINGS, toSettings } from '../../../supabase/functions/_shared/settings.ts'
import { composeMail } from './compose.tsx'

const LOGO = '/storage/v1/object/public/brand/0f8fad5b-d9cb-469f-a165-70867728950e-640x160.svg'
const row = {
  id: '1',
  template: 'password-reset',
  recipient: 'rosa@example.com',
  data: { url: 'https://cars.example/reset' },
  created_at: '2026-11-16T12:00:00Z',
}
const company = { ...toSettings(ADMIN_SETTINGS, []), companyName: 'Rowe & Daughters' }
const html = async (brand: object) => (await composeMail(row, { ...company, ...brand }, 'https://cars.example')).html

test('an email shows the site’s logo with its name and size', async () => {
  const mail = await html({ logo: LOGO })

  expect(mail).toContain(
    'src="https://cars.example/storage/v1/render/image/public/brand/0f8fad5b-d9cb-469f-a165-70867728950e-640x160.svg?width=640"',
  )
  expect(mail).toMatch(/alt="Rowe &amp; Daughters"[^>]*/)
  expect(mail).toMatch(/width="160" height="40"|height="40" width="160"/)
})

test('without a logo of its own, an email shows the site’s icon and the company name, and nothing from another site', async () => {
  const mail = await html({ logo: 'https://example.com/track.png' })

  expect(mail).not.toContain('example.com/track')
  expect(mail).toContain('src="https://cars.example/apple-touch-icon.png"')
  expect(mail).toContain('Rowe &amp; Daughters')
})

test('buttons have the accent colour, or a dark default if none is set', async () => {
  expect(await html({ accentColour: '#1d4ed8' })).toContain('background-color:#1d4ed8')
  expect(await html({ accentColour: '' })).toContain('background-color:#14171A')
})
