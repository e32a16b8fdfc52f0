// The functions as the site uses them: the official client, the real outbox, a real SMTP server.

import { FunctionsClient, FunctionsHttpError } from '@supabase/functions-js'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../src/db/database.ts'
import { createFunctions } from '../src/functions/create-functions.ts'
import { createIdentify } from '../src/http/identify.ts'
import { createMailer } from '../src/mail/smtp.ts'
import { createMailWorker } from '../src/mail/worker.ts'
import { SITE_URL } from '../test/auth-harness.ts'
import { engines } from '../test/engines.ts'
import { startMailServer, type TestMailServer } from '../test/mail-server.ts'

const DEALER = 'dealer@example.com'

describe.each(engines)('functions on $name', ({ open }) => {
  let db: Database
  let app: Hono
  let mailServer: TestMailServer

  beforeAll(async () => {
    db = await open()
    mailServer = await startMailServer()
    await db.query(
      "insert into public.config (key, value) values ('ADMIN_EMAIL', $1) on conflict (key) do update set value = $1",
      [DEALER],
    )
    const identify = createIdentify({
      publishableKey: 'publishable',
      secretKey: 'secret',
      verifyAccessToken: () => Promise.reject(new Error('forged')),
    })
    app = new Hono().route(
      '/functions/v1',
      createFunctions({
        db,
        identify,
        addressOf: () => '192.0.2.1',
        captcha: { verify: async () => true },
        hmacSecret: 'hmac',
        siteUrl: SITE_URL,
        mailConfigured: true,
        instagramAccessToken: null,
        autotrader: null,
        onFailure: () => {},
      }),
    )
  })
  beforeEach(() => db.exec('truncate public.contact_messages, public.email_outbox, public.function_limits'))
  afterAll(async () => {
    await mailServer.close()
    await db.close()
  })

  const as = (headers: Record<string, string> = {}) =>
    new FunctionsClient(`${SITE_URL}/functions/v1`, {
      headers: { apikey: 'publishable', ...headers },
      customFetch: async (input, init) => app.fetch(new Request(input, init)),
    })
  const refusal = async (error: unknown) => {
    expect(error).toBeInstanceOf(FunctionsHttpError)
    const response = (error as FunctionsHttpError).context as Response
    return { status: response.status, ...((await response.json()) as { message: string }) }
  }

  test('a contact message reaches the dealer in full and the customer with a confirmation, once each', async () => {
    const customer = 'rosa@example.com'
    const text = 'Is <b>the red one</b> still there?'
    const body = { type: 'contact', to: customer, data: { name: 'Rosa Field', message: text, recaptchaToken: 't' } }

    const first = await as().invoke('send-email', { body })
    const second = await as().invoke('send-email', {
      body: {
        type: 'admin-notification',
        to: 'admin',
        data: {
          enquiryType: 'contact',
          customerName: 'Rosa Field',
          customerEmail: customer,
          customerPhone: '07123 456789',
          message: text,
          recaptchaToken: 't',
        },
      },
    })
    await createMailWorker({
      db,
      siteUrl: SITE_URL,
      mailer: createMailer({ smtpUrl: mailServer.url, from: null }),
    }).drain()

    expect([first.data, second.data]).toMatchObject([{ success: true }, { success: true }])
    const toDealer = mailServer.to(DEALER)
    const toCustomer = mailServer.to(customer)
    expect([toDealer.length, toCustomer.length]).toEqual([1, 1])
    expect(toDealer[0]?.html).toContain('Is &lt;b&gt;the red one&lt;/b&gt; still there?')
    expect(toDealer[0]?.text).toContain('07123 456789')
    expect(toCustomer[0]?.text).not.toContain('the red one')
  })

  test('a refusal comes as an error whose body says why', async () => {
    const { error } = await as().invoke('send-email', { body: { type: 'newsletter', to: 'x@example.com', data: {} } })

    expect(await refusal(error)).toMatchObject({ status: 400, message: 'This is not an e-mail this site sends.' })
  })

  test('a reset link to a foreign site is refused', async () => {
    const { error } = await as().invoke('send-email', {
      body: { type: 'password-reset', to: 'x@example.com', data: { resetUrl: 'https://evil.example/auth' } },
    })

    expect(await refusal(error)).toMatchObject({ status: 400, message: 'A reset link can only lead to this site.' })
  })

  test.each<Record<string, string>>([{}, { authorization: 'Bearer forged' }, { apikey: 'unknown' }])(
    'the listing sync and the status are closed to %j',
    async (headers) => {
      const sync = await as(headers).invoke('autotrader-sync', {
        body: { vehicleId: crypto.randomUUID(), action: 'create' },
      })
      const status = await as(headers).invoke('site-status', { method: 'GET' })

      expect((await refusal(sync.error)).status).toBe(403)
      expect((await refusal(status.error)).status).toBe(403)
    },
  )

  test('the service itself may ask for the status', async () => {
    const { data } = await as({ apikey: 'secret' }).invoke('site-status', { method: 'GET' })

    expect(data).toEqual({ mailConfigured: true })
  })

  test('the feed shows six demo posts without a token', async () => {
    const { data } = await as().invoke<{ username: string; posts: unknown[] }>('instagram-feed')

    expect(data?.posts).toHaveLength(6)
  })

  test('a browser of another origin may call it', async () => {
    const response = await app.request('/functions/v1/send-email', {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-headers': 'apikey,content-type' },
    })

    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-headers')).toContain('apikey')
  })
})
