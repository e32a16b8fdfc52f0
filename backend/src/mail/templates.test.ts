import { describe, expect, test } from 'vitest'
import { ADMIN_SETTINGS, toSettings } from '../../../supabase/functions/_shared/settings.ts'
import { composeMail } from './compose.tsx'
import { fillTemplate, TEMPLATE_NAMES } from './templates.ts'

const company = {
  ...toSettings(ADMIN_SETTINGS, []),
  companyName: 'Acme',
  companyAddress: 'Here',
  openingHours: 'Mon-Fri',
}
const siteUrl = 'https://cars.example'
const textOf = (template: (typeof TEMPLATE_NAMES)[number], data: Record<string, string>) =>
  JSON.stringify(fillTemplate(template, { data, company, siteUrl }))

describe('emails to an address that anyone could have typed do not repeat what a visitor wrote', () => {
  const data = {
    name: 'Rosa',
    message: 'Cheap pills',
    vehicleTitle: 'Mini',
    preferredDate: '05/11/2026',
    preferredTime: '14:00',
  }

  test.each(['contact', 'enquiry', 'test-drive-confirmation'] as const)(
    'the %s email does not repeat what a visitor wrote',
    (template) => {
      expect(textOf(template, data)).not.toContain('Cheap pills')
    },
  )

  test('the dealer’s notification contains the message in full', () => {
    expect(textOf('admin-notification', { ...data, enquiryType: 'contact' })).toContain('Cheap pills')
  })
})

test('the dealer’s notification links to the lead itself, or to the list if the lead is not known', () => {
  const linkOf = (data: Record<string, string>) =>
    fillTemplate('admin-notification', { data, company, siteUrl }).button?.url

  expect(linkOf({ enquiryType: 'test-drive', leadId: 'b7e' })).toBe(`${siteUrl}/admin/enquiries/test-drive/b7e`)
  expect(linkOf({ enquiryType: 'enquiry' })).toBe(`${siteUrl}/admin/enquiries`)
  expect(linkOf({ enquiryType: 'registration' })).toBe(`${siteUrl}/admin/customers`)
})

describe('the greeting', () => {
  test.each(['Rosa Field', "Siân O'Connor-Łuczak", 'J. R. Hartley', 'Zoë'])(
    'the greeting includes the name %s',
    (name) => {
      expect(textOf('contact', { name })).toContain(`Hello ${name},`)
    },
  )

  test.each(['https://spam.example', 'visit spam.example now', 'Win 1000 pounds', 'a'.repeat(61), '', 'x@y.example'])(
    'the greeting does not repeat %j',
    (name) => {
      expect(textOf('contact', { name })).toContain('Hello,')
    },
  )
})

test('emails to customers about leads end with the dealer’s closing line, and emails about accounts do not', () => {
  const withClosingLine = { ...company, closingLine: 'Tea is on us.' }
  const notesOf = (template: (typeof TEMPLATE_NAMES)[number]) =>
    fillTemplate(template, { data: {}, company: withClosingLine, siteUrl }).notes ?? []

  for (const template of ['contact', 'enquiry', 'test-drive-confirmation', 'lead-reply'] as const) {
    expect(notesOf(template).at(-1)).toBe('Tea is on us.')
  }
  for (const template of ['confirm-account', 'password-reset', 'sign-in', 'admin-notification'] as const) {
    expect(notesOf(template)).not.toContain('Tea is on us.')
  }
})

describe('notices about signing in', () => {
  const at = '2026-11-17T09:05:00.000Z'
  const notice = (template: (typeof TEMPLATE_NAMES)[number], data: Record<string, string>) =>
    fillTemplate(template, { data: { at, ...data }, company: { ...company, companyPhone: '01234 567890' }, siteUrl })

  test.each([
    ['password-changed', {}, 'Your password was changed', 'was changed on 17 November 2026 at 09:05'],
    ['two-steps-changed', { change: 'off' }, 'Two-step verification is off', 'recovery codes no longer work'],
    ['two-steps-changed', { change: 'reset' }, 'Two-step verification was reset', 'An admin turned off'],
    [
      'two-steps-changed',
      { change: 'codes' },
      'New recovery codes were created',
      'Any earlier codes have stopped working',
    ],
    ['recovery-code-used', { remaining: '1' }, 'A recovery code was used', 'You have one recovery code left'],
    ['recovery-code-used', { remaining: '0' }, 'A recovery code was used', 'You have no recovery codes left'],
  ] as const)(
    'the %s notice %j says what happened, when it happened and what to do',
    (template, data, heading, words) => {
      const content = notice(template, data)

      expect(content.heading).toBe(heading)
      expect(content.paragraphs.join(' ')).toContain(words)
      expect(content.button?.url).toBe('https://cars.example/forgot-password')
      expect(content.notes?.join(' ')).toContain('call us on 01234 567890')
    },
  )

  test('the notice that two-step verification is on refers the reader to the dealer, as a password reset requires the code', () => {
    const content = notice('two-steps-changed', { change: 'on' })

    expect(content.heading).toBe('Two-step verification is on')
    expect(content.paragraphs.join(' ')).toContain('turned on for your account on 17 November')
    expect(content.button?.url).toBe('https://cars.example/contact')
    expect(content.notes?.join(' ')).toContain('call us on 01234 567890')
  })
})

describe('every email', () => {
  const data = { name: 'Rosa Field', resetUrl: 'https://cars.example/a', confirmUrl: 'https://cars.example/b' }

  // A reply contains the greeting that the member of staff has written.
  test.each(TEMPLATE_NAMES.filter((name) => name !== 'lead-reply'))(
    'the %s email begins with the same form of greeting',
    (template) => {
      const [first] = fillTemplate(template, { data, company, siteUrl }).paragraphs

      expect(first).toMatch(/^Hello( Rosa Field)?,$/)
    },
  )

  test.each(['confirm-account', 'password-reset', 'sign-in', 'invite', 'email-change'] as const)(
    'the %s email says nothing about a code that the site never asks for',
    (template) => {
      expect(textOf(template, data)).not.toMatch(/code/i)
    },
  )
})

test('emails about a vehicle show its picture with a link to it, in HTML and in plain text', async () => {
  const vehicle = {
    id: '7',
    title: 'Alvis TD21',
    picture: '/storage/v1/render/image/public/vehicle-images/a.jpg?width=1200',
    price: '£41,995',
  }
  const row = { id: '1', recipient: 'rosa@example.com', data: { vehicleTitle: 'Alvis TD21' }, created_at: '2026-11-16' }
  for (const template of ['enquiry', 'test-drive-confirmation', 'lead-reply', 'admin-notification']) {
    const mail = await composeMail({ ...row, template }, company, siteUrl, vehicle)

    expect(mail.html).toMatch(/<a href="https:\/\/cars\.example\/vehicles\/7">\s*<img/)
    expect(mail.html).toContain(
      'src="https://cars.example/storage/v1/render/image/public/vehicle-images/a.jpg?width=1200"',
    )
    expect(mail.text).toContain('https://cars.example/vehicles/7')
    expect((await composeMail({ ...row, template }, company, siteUrl)).html).not.toContain('/vehicles/7')
  }
})

test('a reply consists of what was written, with its line breaks, and the car with its price while it is for sale', async () => {
  const data = { subject: 'Your enquiry', body: 'Hello Rosa,\n\nIt is here.\n\nKind regards,\nSam <Sales>' }
  const row = { id: '1', template: 'lead-reply', recipient: 'rosa@example.com', data, created_at: '2026-11-18' }
  const vehicle = { id: '7', title: 'Alvis TD21', picture: null, price: '£41,995' }
  const answered = { ...company, companyEmail: 'sales@cars.example', replyTo: 'answers@cars.example' }
  const mail = await composeMail(row, answered, siteUrl, vehicle)

  expect(mail).toMatchObject({ subject: 'Your enquiry', to: 'rosa@example.com', replyTo: 'answers@cars.example' })
  expect(mail.text).toContain(
    'Hello Rosa,\n\nIt is here.\n\nKind regards,\nSam <Sales>\n\nVehicle: Alvis TD21\nPrice: £41,995',
  )
  expect(mail.html).toMatch(/Kind regards,<br\/?>Sam &lt;Sales&gt;/)
  expect(mail.html).toContain('https://cars.example/vehicles/7')
  expect((await composeMail(row, answered, siteUrl, { ...vehicle, price: null })).text).not.toContain('£')
  expect((await composeMail(row, { ...answered, replyTo: '' }, siteUrl)).replyTo).toBe('sales@cars.example')
})

test('the notice about old enquiries lists them without names and links to them', () => {
  const data = {
    count: '3',
    months: '24',
    date: '2026-11-25',
    leads: 'enquiry | 2024-10-03 | Ford Focus\ncontact | 2024-10-04',
  }
  const mail = fillTemplate('retention-notice', { data, company, siteUrl })
  expect(mail.subject).toBe('3 old enquiries will be deleted')
  expect(mail.paragraphs.join(' ')).toContain('On 25/11/2026')
  expect(mail.details).toEqual([
    { label: 'Enquiry, 03/10/2024', value: 'Ford Focus' },
    { label: 'Message, 04/10/2024', value: 'No vehicle' },
    { label: 'And', value: '1 more' },
  ])
  expect(mail.button?.url).toBe(`${siteUrl}/admin/enquiries?status=expiring`)
})
