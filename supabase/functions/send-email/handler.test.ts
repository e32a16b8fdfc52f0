import { beforeEach, describe, expect, test } from 'vitest'
import { SEND_EMAIL_LIMITS as LIMITS } from '../_shared/limits.ts'
import { type ContactMessage, type SendEmailDeps, sendEmail } from './handler.ts'

let kept: ContactMessage[]
let phones: [string, string][]
let leads: Set<string>
let uses: string[]
let deps: SendEmailDeps

beforeEach(() => {
  kept = []
  phones = []
  leads = new Set()
  uses = []
  const used = new Map<string, number>()
  deps = {
    siteUrl: 'https://cars.example',
    verifyCaptcha: async (token, { action, call }) => {
      uses.push(`${action} ${call}`)
      return token === 'human'
    },
    callerKey: async (request) => request.headers.get('x-caller') ?? 'someone',
    accountOf: async (request) => request.headers.get('x-account'),
    takeLimit: async (key, max) => {
      used.set(key, (used.get(key) ?? 0) + 1)
      return (used.get(key) ?? 0) <= max
    },
    hasRecentLead: async (kind, email) => leads.has(`${kind}:${email}`),
    storeContactMessage: async (message) => void kept.push(message),
    addContactPhone: async (email, phone) => void phones.push([email, phone]),
  }
})

const call = (body: unknown, caller = 'someone', account?: string) =>
  sendEmail(deps)(
    new Request('https://cars.example/functions/v1/send-email', {
      method: 'POST',
      headers: { 'x-caller': caller, ...(account && { 'x-account': account }) },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )

const contact = (to = 'ann@example.com') => ({
  type: 'contact',
  to,
  data: { name: 'Ann', message: 'Is the red one still there?', recaptchaToken: 'human' },
})

const notification = (data: Record<string, unknown>) => ({
  type: 'admin-notification',
  to: 'admin',
  data: {
    customerName: 'Ann',
    customerEmail: 'ann@example.com',
    customerPhone: '07123 456789',
    message: 'Hello',
    ...data,
  },
})

describe('the contact form', () => {
  test('the first call stores the message', async () => {
    const response = await call(contact('Ann@Example.com'))

    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ success: true })
    expect(kept).toEqual([
      { name: 'Ann', email: 'ann@example.com', phone: '', message: 'Is the red one still there?', userId: null },
    ])
  })

  test('a signed-in visitor’s message is stored with the account', async () => {
    await call(contact(), 'someone', 'account-1')

    expect(kept).toMatchObject([{ email: 'ann@example.com', userId: 'account-1' }])
  })

  test('the second call finds the stored message and adds the phone number to it', async () => {
    leads.add('contact:ann@example.com')

    const response = await call(notification({ enquiryType: 'contact', recaptchaToken: 'human' }))

    expect(response.status).toBe(200)
    expect(phones).toEqual([['ann@example.com', '07123 456789']])
  })

  test('the second call is refused without the first', async () => {
    const response = await call(notification({ enquiryType: 'contact', recaptchaToken: 'human' }))

    expect(response.status).toBe(404)
    expect(phones).toEqual([])
  })

  test('a message without a valid captcha token is not stored', async () => {
    const response = await call({ ...contact(), data: { ...contact().data, recaptchaToken: 'robot' } })

    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({ success: false, message: 'Please complete the reCAPTCHA verification' })
    expect(kept).toEqual([])
  })

  test('a thousand calls from one visitor store no more messages than the limit', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 1000 }, (_, i) => call(contact(`victim${i}@example.com`)).then(({ status }) => status)),
    )

    expect(kept).toHaveLength(LIMITS.contactsPerNetworkAndHour)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1000 - LIMITS.contactsPerNetworkAndHour)
  })

  test('messages from a thousand visitors are stored, and so is a later message from the person whose address they used', async () => {
    for (let i = 0; i < 1000; i++) await call(contact('victim@example.com'), `stranger ${i}`)

    expect((await call(contact('victim@example.com'), 'victim')).status).toBe(200)
    expect((await call(contact('ann@example.com'), 'ann')).status).toBe(200)
    expect(kept).toHaveLength(1002)
  })
})

describe('emails that were queued when the lead was inserted', () => {
  test.each([
    ['enquiry', { type: 'enquiry', to: 'ann@example.com', data: { name: 'Ann', message: 'Hi', vehicleTitle: 'Mini' } }],
    [
      'test-drive',
      {
        type: 'test-drive-confirmation',
        to: 'ann@example.com',
        data: { name: 'Ann', vehicleTitle: 'Mini', preferredDate: '05/11/2026', preferredTime: '14:00' },
      },
    ],
    ['enquiry', notification({ enquiryType: 'enquiry', vehicleTitle: 'Mini' })],
    [
      'test-drive',
      notification({
        enquiryType: 'test-drive',
        vehicleTitle: 'Mini',
        message: undefined,
        preferredDate: '05/11/2026',
        preferredTime: '14:00',
      }),
    ],
  ])(
    'a call about a lead of the kind %s is accepted if the lead is stored, and refused otherwise',
    async (kind, body) => {
      const asked = { ...body, data: { ...body.data, recaptchaToken: 'human' } }

      expect((await call(asked)).status).toBe(404)
      leads.add(`${kind}:ann@example.com`)
      expect((await call(asked)).status).toBe(200)
      expect(kept).toEqual([])
    },
  )

  test('a call about a registration gets the same response whether or not its address has been registered', async () => {
    const asked = notification({ enquiryType: 'registration', customerPhone: 'Not provided' })
    const answer = async () => {
      const response = await call(asked)
      return [response.status, await response.text(), [...response.headers]]
    }
    const unknown = await answer()
    leads.add('registration:ann@example.com')

    expect(await answer()).toEqual(unknown)
    expect(unknown[0]).toBe(200)
  })

  test('each call uses the captcha token only for its own form and email', async () => {
    const recaptchaToken = 'human'
    await call(contact())
    await call(notification({ enquiryType: 'contact', recaptchaToken }))
    await call(notification({ enquiryType: 'enquiry', vehicleTitle: 'Mini', recaptchaToken }))
    await call(notification({ enquiryType: 'registration' }))

    expect(uses).toEqual(['contact customer-mail', 'contact dealer-mail', 'enquiry dealer-mail'])
  })
})

describe('a password reset', () => {
  const reset = (resetUrl: string) => ({ type: 'password-reset', to: 'ann@example.com', data: { resetUrl } })

  test.each(['https://cars.example/auth?type=recovery', '/auth?type=recovery'])(
    'a password reset with a link to %s is accepted',
    async (url) => {
      expect((await call(reset(url))).status).toBe(200)
    },
  )

  test.each([
    'https://evil.example/auth?type=recovery',
    'https://cars.example.evil.example/',
    'https://cars.example@evil.example/',
    '//evil.example/auth',
    'http://cars.example/auth',
    'javascript:alert(1)',
    'data:text/html,x',
    '\\\\evil.example',
  ])('a password reset with a link to %s is refused', async (url) => {
    expect((await call(reset(url))).status).toBe(400)
  })
})

describe('a malformed request is refused', () => {
  test.each([
    ['a body that is not JSON', '{'],
    ['text that cannot be stored', { ...contact(), data: { ...contact().data, phone: '\0' } }],
    ['an unknown type', { type: 'newsletter', to: 'ann@example.com', data: {} }],
    [
      'a notification to an address of the caller’s choice',
      { ...notification({ enquiryType: 'contact' }), to: 'x@y.example' },
    ],
    ['a contact message addressed to the dealer as if to a customer', { ...contact(), to: 'admin' }],
    ['unknown fields', { ...contact(), bcc: 'x@y.example' }],
    ['unknown fields in the data', { ...contact(), data: { ...contact().data, html: '<b>' } }],
    ['a name with a line break', { ...contact(), data: { ...contact().data, name: 'Ann\r\nBcc: x@y.example' } }],
    ['a message beyond the limit', { ...contact(), data: { ...contact().data, message: 'x'.repeat(5001) } }],
    ['an empty message', { ...contact(), data: { ...contact().data, message: '  ' } }],
    ['two recipients', { ...contact(), to: 'a@example.com,b@example.com' }],
  ])('a malformed request is refused: %s', async (_claim, body) => {
    expect((await call(body)).status).toBe(400)
    expect(kept).toEqual([])
  })

  test('a request with another method is refused', async () => {
    expect((await sendEmail(deps)(new Request('https://cars.example/'))).status).toBe(405)
  })
})
