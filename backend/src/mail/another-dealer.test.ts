import { expect, test } from 'vitest'
import { ADMIN_SETTINGS, toSettings } from '../../../supabase/functions/_shared/settings.ts'
import { composeMail } from './compose.tsx'
import { TEMPLATE_NAMES } from './templates.ts'

const DEMO = /halden|peterborough|PE1 5BA/i
const LEGAL =
  'Marsh Motors is a trading name of Marsh & Daughters Limited, registered in Scotland with company number SC123456.'

const company = toSettings(ADMIN_SETTINGS, [
  { key: 'COMPANY_NAME', value: 'Marsh Motors' },
  { key: 'COMPANY_EMAIL', value: 'hello@marshmotors.example' },
  { key: 'COMPANY_ADDRESS', value: '2 Fen Road, Ely, CB7 4AA' },
  { key: 'LEGAL_NAME', value: 'Marsh & Daughters Limited' },
  { key: 'LEGAL_COMPANY_NUMBER', value: 'SC123456' },
  { key: 'LEGAL_REGISTERED_IN', value: 'scotland' },
])

test.each(TEMPLATE_NAMES)(
  'the %s email names the dealer from the settings and includes the legal details',
  async (template) => {
    const row = {
      id: '1',
      template,
      recipient: 'ada@example.com',
      data: { name: 'Ada', vehicleTitle: 'Mini', preferredDate: '05/11/2026', preferredTime: '14:00' },
      created_at: '2026-11-01T10:00:00Z',
    }

    const { subject, html, text, calendar = '' } = await composeMail(row, company, 'https://cars.example')

    expect(subject + html + text + calendar).not.toMatch(DEMO)
    expect(text).toContain(LEGAL)
    expect(html.replaceAll('&amp;', '&')).toContain(LEGAL)
    expect(calendar).toMatch(template === 'test-drive-confirmation' ? /LOCATION:Marsh Motors/ : /^$/)
  },
)

test('emails make no legal claims for a dealer who has not entered any legal details', async () => {
  const withoutDetails = toSettings(ADMIN_SETTINGS, [{ key: 'COMPANY_NAME', value: 'Marsh Motors' }])
  const row = {
    id: '1',
    template: 'contact',
    recipient: 'ada@example.com',
    data: {},
    created_at: '2026-11-01T10:00:00Z',
  }

  const { text } = await composeMail(row, withoutDetails, 'https://cars.example')

  expect(text).not.toMatch(/registered|Financial Conduct|VAT/)
})
