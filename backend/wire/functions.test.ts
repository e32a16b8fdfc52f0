// The functions as the site uses them, through the official client, and the emails that they send.

import { FunctionsHttpError } from '@supabase/functions-js'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect, newEmail } from './connect.ts'
import { need, targets } from './target.ts'

describe.each(targets)('functions on $name', (target) => {
  const backend = connect(target)
  const functions = backend.functions()
  const refusal = async (error: unknown) => {
    expect(error).toBeInstanceOf(FunctionsHttpError)
    const response = (error as FunctionsHttpError).context as Response
    return { status: response.status, ...((await response.json()) as { message: string }) }
  }

  describe('by email', () => {
    beforeEach(need(target, 'mail', 'our rules'))
    const dealer = newEmail('dealer')
    beforeAll(async () => {
      await backend.service.from('config').upsert({ key: 'ADMIN_EMAIL', value: dealer }).throwOnError()
    })

    test('a contact message sends one full email to the dealer and one confirmation to the customer', async () => {
      const customer = newEmail('rosa')
      const text = 'Is <b>the red one</b> still there?'
      const data = { name: 'Rosa Field', phone: '07123 456789', message: text, recaptchaToken: 't' }
      const notification = {
        enquiryType: 'contact',
        customerName: 'Rosa Field',
        customerEmail: customer,
        customerPhone: '07123 456789',
        message: text,
        recaptchaToken: 't',
      }

      const first = await functions.invoke('send-email', { body: { type: 'contact', to: customer, data } })
      const second = await functions.invoke('send-email', {
        body: { type: 'admin-notification', to: 'admin', data: notification },
      })

      expect([first.data, second.data]).toMatchObject([{ success: true }, { success: true }])
      const toCustomer = await backend.emails.next(customer)
      // Other tests also email the dealer.
      const toDealer = async () =>
        (await backend.emails.to(dealer)).filter(({ replyTo }) => replyTo?.[0]?.address === customer)
      await expect.poll(toDealer, { timeout: 100_000 }).toHaveLength(1)
      const [mail] = await toDealer()
      expect(mail?.html).toContain('Is &lt;b&gt;the red one&lt;/b&gt; still there?')
      expect(mail?.text).toContain('07123 456789')
      expect(toCustomer.text).not.toContain('the red one')
      expect(await backend.emails.to(customer)).toHaveLength(1)
    })
  })

  test('the body of a refusal gives the reason', async () => {
    const { error } = await functions.invoke('send-email', {
      body: { type: 'newsletter', to: 'x@example.com', data: {} },
    })

    expect(await refusal(error)).toMatchObject({ status: 400, message: 'This site doesn’t send that kind of email.' })
  })

  test('a reset link to a foreign site is refused', async () => {
    const { error } = await functions.invoke('send-email', {
      body: { type: 'password-reset', to: 'x@example.com', data: { resetUrl: 'https://evil.example/auth' } },
    })

    expect(await refusal(error)).toMatchObject({
      status: 400,
      message: 'A password reset link can only point to this site.',
    })
  })

  test.each<Record<string, string>>([{}, { authorization: 'Bearer forged' }, { apikey: 'unknown' }])(
    'the listing sync and the status are refused with the headers %j',
    async (headers) => {
      const sync = await functions.invoke('autotrader-sync', {
        body: { vehicleId: crypto.randomUUID(), action: 'create' },
        headers,
      })
      const status = await functions.invoke('site-status', { method: 'GET', headers })

      // A hosted project rejects unknown keys before they reach the function.
      const refusals = target.isOurs ? [403] : [401, 403]
      expect(refusals).toContain((await refusal(sync.error)).status)
      expect(refusals).toContain((await refusal(status.error)).status)
    },
  )

  test('a caller with the secret key can read the status', async () => {
    const { data } = await backend.functions(target.secretKey).invoke('site-status', { method: 'GET' })

    expect(data).toEqual({ mailConfigured: target.mailUrl !== null, autotraderConfigured: expect.any(Boolean) })
  })

  test('without a token, the Instagram feed has six demo posts', async () => {
    const { data } = await functions.invoke<{ username: string; posts: unknown[] }>('instagram-feed')

    expect(data?.posts).toHaveLength(6)
  })

  test('a browser on another origin may call a function', async () => {
    const response = await backend.request('/functions/v1/send-email', {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-headers': 'apikey,content-type' },
    })

    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-headers')).toContain('apikey')
  })
})
