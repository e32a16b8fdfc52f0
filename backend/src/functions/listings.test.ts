// Saving a vehicle queues a sync of its listing, run by the worker or by the browser's call, whichever comes first. The
// newest state wins.

import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Answer,
  type ReceivedRequest,
  startHttpServer,
} from '../../../supabase/functions/_shared/testing/http-server.ts'
import { serviceEngines } from '../../test/engines.ts'
import { asRole } from '../db/as-role.ts'
import type { Caller, Database } from '../db/database.ts'
import { createFunctions, createListingJob } from './create-functions.ts'
import type { FunctionsDeps } from './deps.ts'

type Hold = (request: ReceivedRequest) => Answer | undefined | Promise<Answer | undefined>

describe.each(serviceEngines)('listings on $name', ({ open }) => {
  let db: Database
  let admin: Caller
  let autotrader: Awaited<ReturnType<typeof startHttpServer>>
  let deps: FunctionsDeps
  let hold: Hold | undefined
  /** The prices in the order in which AutoTrader applied them. */
  const applied: number[] = []

  beforeAll(async () => {
    db = await open()
    const id = randomUUID()
    await db.query(`insert into auth.users (id, email, email_confirmed_at) values ($1, 'boss@example.com', now())`, [
      id,
    ])
    await db.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [id])
    await db.query('insert into auth.sessions (id, user_id) values ($1, $1)', [id])
    admin = { role: 'authenticated', claims: { sub: id, session_id: id, role: 'authenticated', aal: 'aal1' } }
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    await db.exec('delete from public.vehicles; delete from public.autotrader_syncs')
    await turn('true')
    hold = undefined
    let made = 0
    applied.length = 0
    autotrader = await startHttpServer(async (request) => {
      if (request.path === '/authenticate') return { body: { access_token: 'token' } }
      const special = await hold?.(request)
      const price = JSON.parse(request.body || '{}').adverts?.forecourtPrice?.amountGBP
      if (price !== undefined) applied.push(price)
      if (special) return special
      made += request.method === 'POST' ? 1 : 0
      return { body: { metadata: { stockId: `at-${made}` } } }
    })
    deps = {
      db,
      identify: async () => admin,
      addressOf: () => null,
      captcha: { verify: async () => true },
      hmacSecret: 'secret',
      siteUrl: 'https://cars.example',
      isMailConfigured: async () => true,
      mailServer: { read: async () => ({ source: 'none' }), connect: async () => null, disconnect: async () => {} },
      previewReply: async () => '',
      invite: () => Promise.reject(new Error('unexpected invitation')),
      instagramAccessToken: null,
      autotrader: { baseUrl: autotrader.url, key: 'k', secret: 's', advertiserId: '1' },
      onFailure: (event, error) => {
        throw new Error(event, { cause: error })
      },
    }
  })
  afterEach(() => autotrader.close())

  const turn = (value: string) =>
    db.query(`update public.config set value = $1 where key = 'EnableAutoTrader'`, [value])
  const save = async (vehicle: Record<string, unknown> = {}, name = 'save_vehicle') => {
    const whole = vehicle.id ? vehicle : { ...NEW, ...vehicle }
    const { rows } = await asRole(db, admin, (tx) =>
      tx.query<{ id: string }>(`select id from public.${name}($1, '{}', '{Radio}', '[]')`, [JSON.stringify(whole)]),
    )
    return rows[0]?.id ?? ''
  }
  const syncs = async () =>
    (
      await db.query<{ status: string; pending: string | null; stock_id: string | null; last_error: string | null }>(
        'select status, pending, stock_id, last_error from public.autotrader_syncs',
      )
    ).rows
  const makeDue = () => db.query('update public.autotrader_syncs set next_attempt_at = now()')
  const drain = async () => {
    await makeDue()
    await createListingJob(deps).drain()
  }
  const call = async (vehicleId: string, action: string, from = deps) => {
    const response = await createFunctions(from).request('/autotrader-sync', {
      method: 'POST',
      body: JSON.stringify({ vehicleId, action }),
    })
    return { status: response.status, body: (await response.json()) as { success: boolean; message: string } }
  }
  const stockCalls = () => autotrader.requests.filter(({ path }) => path !== '/authenticate')

  test.each([
    ['a new vehicle', null, { sold: false }, 'create'],
    ['available to sold', false, { sold: true, sold_expiry_date: '2099-01-01' }, 'delete'],
    ['sold to available', true, { sold: false }, 'create'],
    ['still available', false, { price: 1 }, 'update'],
    ['still sold', true, { price: 1 }, null],
  ] as const)(
    'saving a vehicle (%s) queues the right action in the same transaction',
    async (_name, before, change, expected) => {
      await turn('false')
      const id = before === null ? null : await save({ sold: before, sold_expiry_date: before ? '2099-01-01' : null })
      await turn('true')

      await save(id ? { id, ...change } : { ...change })

      expect(await syncs()).toMatchObject(expected ? [{ status: 'pending', pending: expected }] : [])
    },
  )

  test('a save that fails queues nothing', async () => {
    await expect(save({ fuel_type: 'Steam' })).rejects.toThrow()

    expect(await syncs()).toEqual([])
  })

  test.each(['false', 'TRUE', ''])('a save queues nothing while the AutoTrader setting is %j', async (value) => {
    await turn(value)

    const id = await save()
    await save({ id, price: 1 })

    expect(await syncs()).toEqual([])
  })

  test('test vehicles are not listed', async () => {
    await save({}, 'seed_vehicle')

    expect(await syncs()).toEqual([])
  })

  test('a vehicle is listed even if the browser closes right after the save', async () => {
    const id = await save()

    await drain()

    expect(await syncs()).toMatchObject([{ status: 'sent', stock_id: 'at-1' }])
    const { rows } = await db.query('select autotrader_id from public.vehicles where id = $1', [id])
    expect(rows).toEqual([{ autotrader_id: 'at-1' }])
  })

  test('a save wakes the worker', async () => {
    const job = createListingJob(deps)
    await job.start()

    await save()

    await expect.poll(async () => (await syncs())[0]?.status).toBe('sent')
    await job.stop()
  })

  test('the browser’s call runs the queued job, or returns the outcome if the worker has already run it', async () => {
    const id = await save()
    expect((await call(id, 'create')).body).toEqual({ success: true, message: 'Vehicle listed on AutoTrader' })

    await save({ id, price: 2 })
    await drain()
    const before = stockCalls().length

    expect((await call(id, 'update')).body).toEqual({ success: true, message: 'AutoTrader listing updated' })
    expect(stockCalls()).toHaveLength(before)
  })

  test('features that are changed in a separate call also reach the listing', async () => {
    const id = await save()
    await drain()

    await db.query(`insert into public.vehicle_features (vehicle_id, feature) values ($1, 'Sunroof')`, [id])

    expect(await syncs()).toMatchObject([{ status: 'pending', pending: 'update' }])
    await drain()
    expect(stockCalls().at(-1)?.body).toContain('Sunroof')
  })

  test('the newer price is kept when two syncs of one vehicle overlap and the first is slow', async () => {
    const id = await save()
    await drain()
    await save({ id, price: 20000 })
    let release = () => {}
    const slow = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined)
    })
    let isHeld = false
    hold = ({ method }) => {
      if (method !== 'PATCH' || isHeld) return undefined
      isHeld = true
      return slow.then(() => ({ body: {} }))
    }

    const older = call(id, 'update')
    await expect.poll(() => isHeld).toBe(true)
    await save({ id, price: 30000 })
    const newer = call(id, 'update', { ...deps })
    release()

    expect((await older).body.success).toBe(true)
    expect((await newer).body.success).toBe(true)
    expect(applied.at(-1)).toBe(30000)
    expect(await syncs()).toMatchObject([{ status: 'sent', pending: null }])
  })

  test('a process that resumes after its lease has expired cannot restore the older price', async () => {
    const id = await save()
    await drain()
    await save({ id, price: 20000 })
    let release = () => {}
    const asleep = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined)
    })
    let isHeld = false
    hold = ({ method }) => {
      if (method !== 'PATCH' || isHeld) return undefined
      isHeld = true
      return asleep.then(() => ({ body: {} }))
    }
    const sleeper = call(id, 'update')
    await expect.poll(() => isHeld).toBe(true)
    await save({ id, price: 30000 })
    await drain() // the lease has expired, so another process takes over
    release()
    await sleeper
    await drain()

    expect(applied.at(-1)).toBe(30000)
    expect(await syncs()).toMatchObject([{ status: 'sent' }])
  })

  test('if a vehicle is deleted while it is being listed, its listing is taken down again', async () => {
    const id = await save()
    hold = ({ method }) => {
      if (method !== 'POST') return undefined
      return db
        .query('delete from public.vehicles where id = $1', [id])
        .then(() => ({ body: { metadata: { stockId: 'at-9' } } }))
    }

    await drain()
    await drain()

    expect(stockCalls().at(-1)).toMatchObject({ method: 'PATCH', path: '/stock/at-9' })
    expect(JSON.parse(stockCalls().at(-1)?.body ?? '').metadata.lifecycleState).toBe('DELETED')
    expect(await syncs()).toEqual([])
  })

  test('a vehicle that AutoTrader refuses is recorded with the reason and does not hold up other vehicles', async () => {
    await save({ title: 'Refused' })
    await save({ title: 'Welcome' })
    hold = ({ body }) =>
      body.includes('Refused') ? { status: 400, body: { warnings: [{ message: 'Price is too low.' }] } } : undefined

    await drain()

    const rows = await syncs()
    expect(rows.map(({ status }) => status).sort()).toEqual(['pending', 'sent'])
    expect(rows.find(({ status }) => status === 'pending')?.last_error).toBe(
      'AutoTrader rejected the vehicle: Price is too low.',
    )
  })

  test('queued listings wait while the integration is off and run once it is on again', async () => {
    await save()
    await turn('false')
    await drain()
    expect(stockCalls()).toEqual([])

    await turn('true')
    await drain()

    expect(await syncs()).toMatchObject([{ status: 'sent' }])
  })
})

const NEW = {
  title: 'Mini Cooper S',
  make: 'Mini',
  model: 'Cooper',
  year: 2021,
  price: 15995,
  mileage: 24600,
  fuel_type: 'Petrol',
  transmission: 'Automatic',
}
