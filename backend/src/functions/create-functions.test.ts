import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SEND_EMAIL_LIMITS } from '../../../supabase/functions/_shared/limits.ts'
import type { SystemFacts } from '../../../supabase/functions/_shared/system-facts.ts'
import { startHttpServer } from '../../../supabase/functions/_shared/testing/http-server.ts'
import { serviceEngines } from '../../test/engines.ts'
import { asRole } from '../db/as-role.ts'
import { ANONYMOUS, type Caller, type Database } from '../db/database.ts'
import { createFunctions, createListingJob } from './create-functions.ts'
import type { FunctionsDeps } from './deps.ts'
import { createLeadLimit } from './lead-limit.ts'

let db: Database
let deps: FunctionsDeps
let functions: Hono
let caller: Caller
let invited: Response
let autotrader: Awaited<ReturnType<typeof startHttpServer>>

const outbox = async () => {
  const { rows } = await db.query<{ template: string; recipient: string | null; data: Record<string, string> }>(
    'select template, recipient, data from public.email_outbox order by created_at, template',
  )
  return rows
}
const count = async (table: string) =>
  (await db.query<{ n: number }>(`select count(*)::int as n from public.${table}`)).rows[0]?.n

async function call(name: string, body: unknown, address = '192.0.2.1') {
  const response = await functions.request(`/${name}`, {
    method: 'POST',
    headers: { 'x-test-address': address, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

const contact = (to = 'ann@example.com', message = 'Is it still there?') => ({
  type: 'contact',
  to,
  data: { name: 'Ann', phone: '07123 456789', message, recaptchaToken: 'human' },
})
const contactNotice = {
  type: 'admin-notification',
  to: 'admin',
  data: {
    enquiryType: 'contact',
    customerName: 'Ann',
    customerEmail: 'ann@example.com',
    customerPhone: '07999 456789',
    message: 'Is it still there?',
    recaptchaToken: 'human',
  },
}

async function addVehicle(): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into public.vehicles (title, make, model, year, price, mileage, fuel_type, transmission)
     values ('Mini Cooper S', 'Mini', 'Cooper', 2021, 15995, 24600, 'Petrol', 'Automatic') returning id`,
  )
  return rows[0]?.id ?? ''
}

/** Signs the user in with a session that has the same id as the user. */
async function signedIn(id: string): Promise<Caller> {
  await db.query('insert into auth.sessions (id, user_id) values ($1, $1)', [id])
  return { role: 'authenticated', claims: { sub: id, session_id: id, role: 'authenticated', aal: 'aal1' } }
}

const addAdmin = () => addUser('admin', 'boss@example.com')

async function addUser(role: 'user' | 'sales' | 'admin', email: string): Promise<Caller> {
  const id = randomUUID()
  await db.query(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, updated_at)
     values ($1, 'authenticated', 'authenticated', $2, now(), now() - interval '1 day', now())`,
    [id, email],
  )
  await db.query('insert into public.user_roles (user_id, role) values ($1, $2) on conflict do nothing', [id, role])
  return signedIn(id)
}

describe.each(serviceEngines)('functions on $name', ({ open }) => {
  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    // Truncating all tables would recreate a hundred files. Only the roles are truncated, because the last admin cannot
    // be deleted.
    await db.exec(`truncate public.user_roles; delete from auth.users; delete from public.vehicles; delete from public.enquiries;
      delete from public.contact_messages; delete from public.function_limits; delete from public.email_outbox;
      delete from public.autotrader_syncs`)
    caller = ANONYMOUS
    autotrader = await startHttpServer(({ path, method }) => {
      if (path === '/authenticate') return { body: { access_token: 'token' } }
      if (method === 'POST') return { body: { metadata: { stockId: 'at-1' } } }
      return { body: {} }
    })
    deps = {
      db,
      identify: async () => caller,
      addressOf: (request) => request.headers.get('x-test-address'),
      captcha: { verify: async (token) => token === 'human' },
      hmacSecret: 'secret',
      siteUrl: 'https://cars.example',
      isMailConfigured: async () => true,
      mailServer: { read: async () => ({ source: 'none' }), connect: async () => null, disconnect: async () => {} },
      previewReply: async ({ body }) => body,
      invite: async () => invited,
      readFacts: async () => ({ mailHost: 'smtp.example.com' }) as SystemFacts,
      instagramAccessToken: null,
      autotrader: { baseUrl: autotrader.url, key: 'k', secret: 's', advertiserId: '1' },
      onFailure: (event, error) => {
        throw new Error(event, { cause: error })
      },
    }
    functions = createFunctions(deps)
  })
  afterEach(() => autotrader.close())

  describe('send-email', () => {
    test('a contact message is stored once and queues one email to each recipient, however often it is sent', async () => {
      expect((await call('send-email', contactNotice)).status).toBe(404)
      expect((await call('send-email', contact('Ann@Example.com'))).status).toBe(200)
      expect((await call('send-email', contact())).status).toBe(200)
      expect((await call('send-email', contactNotice)).status).toBe(200)

      expect(await count('contact_messages')).toBe(1)
      expect(await outbox()).toMatchObject([
        { template: 'admin-notification', recipient: null, data: { customerPhone: '07123 456789' } },
        { template: 'contact', recipient: 'ann@example.com', data: { name: 'Ann' } },
      ])
    })

    test('two simultaneous clicks store one message', async () => {
      await Promise.all([call('send-email', contact()), call('send-email', contact())])

      expect(await count('contact_messages')).toBe(1)
    })

    test('a phone number in the second call is added to the message and the email', async () => {
      const { phone: _none, ...data } = contact().data
      await call('send-email', { ...contact(), data })

      await call('send-email', contactNotice)

      expect((await db.query('select phone from public.contact_messages')).rows).toEqual([{ phone: '07999 456789' }])
      expect((await outbox())[0]?.data.customerPhone).toBe('07999 456789')
    })

    test('a call about a saved enquiry succeeds for ten minutes and queues no emails beyond the two queued by the save', async () => {
      const enquiry = {
        type: 'enquiry',
        to: 'Ann@example.com',
        data: { name: 'Ann', message: 'Hello', vehicleTitle: 'Mini Cooper S', recaptchaToken: 'human' },
      }
      expect((await call('send-email', enquiry)).status).toBe(404)
      await db.query(
        "insert into public.enquiries (name, email, phone, message, vehicle_id) values ('Ann', 'ann@example.com', '1', 'Hello', $1)",
        [await addVehicle()],
      )

      expect((await call('send-email', enquiry)).status).toBe(200)
      expect(await outbox()).toHaveLength(2)
      await db.query("update public.enquiries set created_at = now() - interval '11 minutes'")
      expect((await call('send-email', enquiry)).status).toBe(404)
    })

    test('a registration notice gets the same response whether or not the account exists, and queues no email itself', async () => {
      const notice = {
        type: 'admin-notification',
        to: 'admin',
        data: {
          enquiryType: 'registration',
          customerName: 'Ann',
          customerEmail: 'new@example.com',
          customerPhone: 'Not provided',
          message: 'A new user has registered on the website.',
        },
      }
      const unknown = await call('send-email', notice)
      await db.query(
        `insert into auth.users (id, aud, role, email, created_at, updated_at)
         values (gen_random_uuid(), 'authenticated', 'authenticated', 'new@example.com', now(), now())`,
      )

      const known = await call('send-email', notice)
      expect(known).toEqual(unknown)
      expect(known.status).toBe(200)
      expect((await outbox()).filter(({ template }) => template === 'admin-notification')).toHaveLength(1)
    })

    test('a password reset succeeds for an address without an account, and queues nothing', async () => {
      const reset = { type: 'password-reset', to: 'x@example.com', data: { resetUrl: 'https://cars.example/auth' } }

      expect((await call('send-email', reset)).status).toBe(200)
      expect(await outbox()).toEqual([])
    })

    test('hundreds of calls from one visitor queue only contact emails, and no more of them than the limit allows', async () => {
      const bodies = Array.from({ length: 300 }, (_, i) =>
        i % 3 === 0
          ? contact(`victim${i}@example.com`, `Buy now ${i}`)
          : i % 3 === 1
            ? { type: 'enquiry', to: `victim${i}@example.com`, data: { ...contact().data, vehicleTitle: 'x' } }
            : { ...contactNotice, to: `victim${i}@example.com` },
      )

      for (let i = 0; i < bodies.length; i += 50) {
        await Promise.all(bodies.slice(i, i + 50).map((body) => call('send-email', body)))
      }

      const emails = await outbox()
      const toDealer = emails.filter(({ recipient }) => recipient === null)
      expect(toDealer).toHaveLength(SEND_EMAIL_LIMITS.contactsPerNetworkAndHour)
      expect(emails).toHaveLength(2 * SEND_EMAIL_LIMITS.contactsPerNetworkAndHour)
      expect(emails.every(({ template }) => ['contact', 'admin-notification'].includes(template))).toBe(true)
    })

    test('the limits table does not contain network addresses', async () => {
      await call('send-email', contact(), '198.51.100.7')

      const { rows } = await db.query<{ key: string }>('select key from public.function_limits')
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.some(({ key }) => key.includes('198.51'))).toBe(false)
    })
  })

  describe('autotrader-sync', () => {
    const enable = () =>
      db.query(
        "insert into public.config (key, value) values ('EnableAutoTrader', 'true') on conflict (key) do update set value = 'true'",
      )
    const stockId = async (id: string) =>
      (await db.query<{ autotrader_id: string }>('select autotrader_id from public.vehicles where id = $1', [id]))
        .rows[0]?.autotrader_id

    test('visitors and customers cannot sync listings or read the status', async () => {
      expect((await call('autotrader-sync', { vehicleId: randomUUID(), action: 'create' })).status).toBe(403)
      expect((await call('site-status', {})).status).toBe(403)
    })

    test('an admin can list a vehicle, and listing it does not change its edit token', async () => {
      caller = await addAdmin()
      await enable()
      const id = await addVehicle()
      const before = (await db.query('select updated_at from public.vehicles')).rows

      const { body } = await call('autotrader-sync', { vehicleId: id, action: 'create' })

      expect(body).toEqual({ success: true, message: 'Vehicle listed on AutoTrader' })
      expect(await stockId(id)).toBe('at-1')
      expect((await db.query('select updated_at from public.vehicles')).rows).toEqual(before)
    })

    test('an update sends only the values that have changed since the last sync', async () => {
      caller = await addAdmin()
      await enable()
      const id = await addVehicle()
      await call('autotrader-sync', { vehicleId: id, action: 'create' })
      await call('autotrader-sync', { vehicleId: id, action: 'update' })
      expect(autotrader.requests.filter(({ method }) => method === 'PATCH')).toEqual([])
      await db.query('update public.vehicles set mileage = 25000 where id = $1', [id])

      await call('autotrader-sync', { vehicleId: id, action: 'update' })

      expect(JSON.parse(autotrader.requests.at(-1)?.body ?? '')).toEqual({ vehicle: { odometerReadingMiles: 25000 } })
    })

    test('deleting a listed vehicle takes its listing down without a call from the browser', async () => {
      caller = await addAdmin()
      await enable()
      const id = await addVehicle()
      await call('autotrader-sync', { vehicleId: id, action: 'create' })
      await db.query('delete from public.vehicles where id = $1', [id])

      const job = createListingJob(deps)
      await job.start()
      await expect.poll(() => count('autotrader_syncs')).toBe(0)
      await job.stop()

      expect(autotrader.requests.at(-1)).toMatchObject({ method: 'PATCH', path: '/stock/at-1' })
      expect(JSON.parse(autotrader.requests.at(-1)?.body ?? '').metadata.lifecycleState).toBe('DELETED')
    })

    test('a failed sync is recorded with its reason', async () => {
      caller = await addAdmin()
      await enable()
      const id = await addVehicle()
      await autotrader.close()
      functions = createFunctions({ ...deps, autotrader: null })

      const { status, body } = await call('autotrader-sync', { vehicleId: id, action: 'create' })

      expect(status).toBe(502)
      expect(body.success).toBe(false)
      const { rows } = await db.query('select pending, attempts, last_error from public.autotrader_syncs')
      expect(rows).toEqual([{ pending: 'create', attempts: 1, last_error: body.message }])
    })
  })

  describe('enquiries', () => {
    const enquire = (vehicleId: string, email: string) =>
      asRole(db, ANONYMOUS, (tx) =>
        tx.query(
          `insert into public.enquiries (name, email, phone, message, vehicle_id, status)
           values ('Ann', $1, '1', 'Hello', $2, 'New')`,
          [email, vehicleId],
        ),
      )

    test('at most twenty enquiries a day can be sent with one email address, however the address is written', async () => {
      const id = await addVehicle()
      for (let i = 0; i < 20; i++) await enquire(id, i % 2 ? 'ann@example.com' : ' Ann@Example.com')

      await expect(enquire(id, 'ann@example.com')).rejects.toMatchObject({ code: 'P0001' })
      await enquire(id, 'bob@example.com')
      expect(await count('enquiries')).toBe(21)
    })

    test('at most sixty enquiries and test drive requests an hour can be sent from one network address', async () => {
      const maySend = createLeadLimit(db, 'secret')
      const results: boolean[] = []
      for (let i = 0; i < 61; i++) results.push(await maySend('192.0.2.1'))

      expect(results.filter(Boolean)).toHaveLength(60)
      expect(await maySend('192.0.2.2')).toBe(true)
    })
  })

  describe('invite-colleague', () => {
    const id = randomUUID()
    const addInvited = (password = '') =>
      db.query(`insert into auth.users (id, email, invited_at, encrypted_password) values ($1, $2, now(), $3)`, [
        id,
        'new@example.com',
        password,
      ])
    const role = async () =>
      (await db.query('select role from public.user_roles where user_id = $1', [id])).rows as { role: string }[]
    beforeEach(() => {
      invited = Response.json({ id })
    })

    test('visitors and customers cannot invite a colleague', async () => {
      await addInvited()
      expect((await call('invite-colleague', { email: 'new@example.com' })).status).toBe(403)
      caller = await signedIn(id)
      expect((await call('invite-colleague', { email: 'new@example.com' })).status).toBe(403)
      expect(await role()).toEqual([])
    })

    test('a colleague invited by an admin becomes an admin by accepting', async () => {
      caller = await addAdmin()
      await addInvited()

      expect(await call('invite-colleague', { email: ' New@Example.com ' })).toEqual({
        status: 200,
        body: { success: true },
      })
      expect(await role()).toEqual([])
      await db.query('update auth.users set email_confirmed_at = now() where id = $1', [id])
      expect(await role()).toEqual([{ role: 'admin' }])
    })

    test.each([{}, { email: 'new' }, { email: ['new@example.com'] }, { email: `${'a'.repeat(300)}@example.com` }])(
      'invalid input gets an error message: %o',
      async (body) => {
        caller = await addAdmin()

        expect(await call('invite-colleague', body)).toMatchObject({
          status: 400,
          body: { message: 'Enter a valid email address' },
        })
      },
    )

    test('a colleague cannot be invited if the address has an account or someone else has set a password for it', async () => {
      caller = await addAdmin()
      await addInvited('chosen by someone else')
      const refusal = { status: 409, body: { message: expect.stringContaining('already has an account') } }

      expect(await call('invite-colleague', { email: 'new@example.com' })).toMatchObject(refusal)
      invited = Response.json({ error_code: 'email_exists' }, { status: 422 })
      expect(await call('invite-colleague', { email: 'new@example.com' })).toMatchObject(refusal)
      expect(await role()).toEqual([])
    })
  })

  test('site-status shows an admin whether email is set up', async () => {
    caller = await addAdmin()

    expect((await call('site-status', {})).body).toEqual({ mailConfigured: true, autotraderConfigured: true })

    functions = createFunctions({ ...deps, isMailConfigured: async () => false })
    expect((await call('site-status', {})).body).toEqual({ mailConfigured: false, autotraderConfigured: true })
  })

  test('site-status includes the system facts only for an admin who requests them', async () => {
    expect((await call('site-status?facts=1', {})).status).toBe(403)
    caller = await addAdmin()

    expect((await call('site-status?facts=1', {})).body).toMatchObject({ facts: { mailHost: 'smtp.example.com' } })
  })

  describe('the preview of a reply', () => {
    const reply = { subject: 'Your enquiry', body: 'It is here.', vehicleId: null }

    test('is refused to visitors, customers and disabled staff', async () => {
      expect((await call('reply-preview', reply)).status).toBe(403)
      caller = await addUser('user', 'carol@example.com')
      expect((await call('reply-preview', reply)).status).toBe(403)
      // The last active admin cannot be disabled.
      await addAdmin()
      for (const role of ['sales', 'admin'] as const) {
        caller = await addUser(role, `disabled-${role}@example.com`)
        await db.query('update public.profiles set disabled = true where id = $1', [caller.claims?.sub])
        expect((await call('reply-preview', reply)).status).toBe(403)
      }
    })

    test('is shown to staff, and its length is limited', async () => {
      for (const role of ['sales', 'admin'] as const) {
        caller = await addUser(role, `${role}@example.com`)
        expect((await call('reply-preview', reply)).body).toEqual({ html: 'It is here.' })
      }
      expect((await call('reply-preview', { ...reply, body: 'x'.repeat(5001) })).status).toBe(400)
    })
  })

  test('without a token, instagram-feed shows six demo tiles', async () => {
    const { body } = await call('instagram-feed', undefined)

    expect(body.posts).toHaveLength(6)
  })

  test('an unknown function is not found', async () => {
    expect((await call('nothing', {})).status).toBe(404)
  })
})
