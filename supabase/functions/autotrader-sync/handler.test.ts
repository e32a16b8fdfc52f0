import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nextSyncAction, type SyncAction } from '../_shared/autotrader-transition.ts'
import { type Answer, type ReceivedRequest, startHttpServer } from '../_shared/testing/http-server.ts'
import { autotraderSync, isEnabled } from './handler.ts'
import { createStockApi } from './stock-api.ts'
import type { StockItem, Vehicle } from './stock-item.ts'
import { type ClaimedSync, runDue, runSync, type SyncDeps, type SyncStore } from './sync.ts'

const ID = '11111111-1111-4111-8111-111111111111'
const NOW = new Date('2026-11-15T12:00:00Z')

let autotrader: Awaited<ReturnType<typeof startHttpServer>>
let trouble: ((request: ReceivedRequest, calls: number) => Answer | undefined) | undefined
let setting: () => Promise<string | null>
let admin: boolean
let vehicles: Map<string, Vehicle>
/** One row a vehicle, as the database keeps it. */
interface Row {
  stockId: string | null
  sent: StockItem | null
  pending: SyncAction | null
  status: 'pending' | 'sending' | 'sent'
  revision: number
  outcome: string | null
  error: string | null
  /** The vehicle as it was when its listing was brought up to date. */
  asOf: string
}
let rows: Map<string, Row>
let deps: SyncDeps & Parameters<typeof autotraderSync>[0]

const NEW_ROW: Row = {
  stockId: null,
  sent: null,
  pending: null,
  status: 'sent',
  revision: 0,
  outcome: null,
  error: null,
  asOf: 'never',
}
const asOf = (id: string) => JSON.stringify({ ...vehicles.get(id), stockId: null })
const rowOf = (id: string) => rows.get(id) ?? NEW_ROW
const change = (id: string, changes: Partial<Row>) => rows.set(id, { ...rowOf(id), ...changes })

/** What a save does in the database. */
const queue = (id: string, action: SyncAction) =>
  change(id, {
    pending: action,
    revision: rowOf(id).revision + 1,
    status: rowOf(id).status === 'sending' ? 'sending' : 'pending',
  })

const store: SyncStore = {
  request: async (id, action) => {
    const { status, asOf: synced } = rowOf(id)
    if (status === 'sent' && synced !== asOf(id)) queue(id, action)
  },
  claim: async (only) =>
    [...rows].flatMap(([id, { status }]): ClaimedSync[] => {
      if (status !== 'pending' || (only && id !== only)) return []
      change(id, { status: 'sending' })
      return [{ vehicle_id: id, attempts: 1, next_attempt_at: '2026-11-15T12:02:00Z' }]
    }),
  begin: async (vehicleId) => {
    const { stockId, sent, pending, revision } = rowOf(vehicleId)
    change(vehicleId, { sent: null })
    return {
      vehicleId,
      stockId,
      sent,
      action: pending,
      revision,
      vehicle: structuredClone(vehicles.get(vehicleId)) ?? null,
    }
  },
  finish: async ({ vehicle_id: id }, revision, { stockId, sent, outcome }) => {
    const vehicle = vehicles.get(id)
    if (vehicle) vehicle.autotrader_id = stockId
    const isSettled = rowOf(id).revision === revision
    if (isSettled) change(id, { stockId, sent, outcome, status: 'sent', pending: null, error: null, asOf: asOf(id) })
    else change(id, { stockId, sent: null, status: 'pending' })
    return isSettled
  },
  postpone: async ({ vehicle_id: id }, error) => {
    change(id, { status: 'pending', error })
    return true
  },
  read: async (id) => rows.get(id) ?? null,
}

const item = (stockId: string, externalStockId: string | null = null) => ({ metadata: { stockId, externalStockId } })
let calls: number

function answer(request: ReceivedRequest): Answer {
  if (request.path !== '/authenticate') calls++
  const special = trouble?.(request, calls)
  if (special) return special
  if (request.path === '/authenticate') {
    const form = new URLSearchParams(request.body)
    if (form.get('key') !== 'key' || form.get('secret') !== 'secret') return { status: 401 }
    return { body: { access_token: 'bearer-1', expires_at: new Date(Date.now() + 15 * 60_000).toISOString() } }
  }
  if (request.headers.authorization !== 'Bearer bearer-1') return { status: 401 }
  if (request.method === 'POST') return { body: item('at-1', ID) }
  if (request.method === 'GET') return { body: { results: [item('at-8'), item('at-9', ID)], totalResults: 2 } }
  return { body: item(request.path.split('/').at(-1) ?? '') }
}

/** A busy machine may take its time; where AutoTrader never gets better, a test need not wait for it. */
const PATIENT = { budgetMs: 20_000, requestMs: 10_000 }
const IMPATIENT = { budgetMs: 600, requestMs: 200 }

const stockApi = (times: typeof PATIENT) =>
  createStockApi({
    baseUrl: autotrader.url,
    key: 'key',
    secret: 'secret',
    advertiserId: '66946',
    pauseMs: 10,
    ...times,
  })

beforeEach(async () => {
  autotrader = await startHttpServer(answer)
  calls = 0
  trouble = undefined
  setting = async () => 'true'
  admin = true
  rows = new Map()
  vehicles = new Map([
    [
      ID,
      {
        id: ID,
        title: 'Mini Cooper S',
        make: 'Mini',
        model: 'Cooper',
        year: 2021,
        price: 15995,
        mileage: 24600,
        fuel_type: 'Petrol',
        transmission: 'Semi-Automatic',
        description: 'One owner.',
        sold: false,
        autotrader_id: null,
        features: ['Heated Seats', 'Bluetooth'],
        specifications: { 'Engine Size': '2.0L', Color: 'White', Doors: '3', Seats: 'four' },
      },
    ],
  ])
  deps = {
    store,
    stock: stockApi(PATIENT),
    now: () => NOW,
    waitMs: 20_000,
    isAdmin: async () => admin,
    readSetting: () => setting(),
  }
})
afterEach(() => autotrader.close())

async function call(action: unknown, vehicleId: unknown = ID) {
  const request = new Request('https://cars.example/functions/v1/autotrader-sync', {
    method: 'POST',
    body: JSON.stringify({ vehicleId, action }),
  })
  const response = await autotraderSync(deps)(request)
  return { status: response.status, body: await response.json() }
}

const stockCalls = () => autotrader.requests.filter(({ path }) => path !== '/authenticate')
const lastBody = () => JSON.parse(stockCalls().at(-1)?.body ?? 'null')
const theVehicle = () => vehicles.get(ID) as Vehicle
const NOT_PUBLISHED = { status: 'NOT_PUBLISHED' }

describe('create', () => {
  test('posts the vehicle with the advertiser and stores the stock id', async () => {
    const { status, body } = await call('create')

    expect({ status, body }).toEqual({ status: 200, body: { success: true, message: 'Vehicle listed on Autotrader' } })
    const [sent] = stockCalls()
    expect([sent?.method, sent?.path, sent?.query.get('advertiserId')]).toEqual(['POST', '/stock', '66946'])
    expect(lastBody()).toMatchObject({
      vehicle: {
        make: 'Mini',
        model: 'Cooper',
        yearOfManufacture: '2021',
        odometerReadingMiles: 24600,
        fuelType: 'Petrol',
        transmissionType: 'Automatic',
        colour: 'White',
        doors: 3,
        badgeEngineSizeLitres: 2,
      },
      adverts: {
        retailAdverts: { suppliedPrice: { amountGBP: 15995 }, autotraderAdvert: { status: 'PUBLISHED' } },
      },
      features: [
        { name: 'Heated Seats', type: 'Standard' },
        { name: 'Bluetooth', type: 'Standard' },
      ],
      metadata: { externalStockId: ID, lifecycleState: 'FORECOURT' },
    })
    expect(lastBody().vehicle).not.toHaveProperty('seats')
    expect(theVehicle().autotrader_id).toBe('at-1')
  })

  test('asks for a token once, and uses it until it ends', async () => {
    await call('create')
    theVehicle().price = 14995
    await call('update')

    expect(autotrader.requests.filter(({ path }) => path === '/authenticate')).toHaveLength(1)
  })

  test('adopts the listing that is there instead of sending a duplicate again', async () => {
    trouble = ({ method }) =>
      method === 'POST' && calls > 0 ? { status: 409, body: { message: 'Duplicate' } } : undefined

    const { body } = await call('create')

    expect(body.success).toBe(true)
    expect(theVehicle().autotrader_id).toBe('at-9')
    expect(stockCalls().map(({ method }) => method)).toEqual(['POST', 'GET', 'PATCH'])
  })

  test('of a vehicle that is sold lists nothing', async () => {
    theVehicle().sold = true

    expect((await call('create')).body.message).toBe('The vehicle is not listed on Autotrader')
    expect(stockCalls()).toEqual([])
  })

  test('after a sale puts the same listing back on the forecourt', async () => {
    await call('create')
    theVehicle().sold = true
    await call('delete')
    theVehicle().sold = false

    await call('create')

    expect(stockCalls().at(-1)).toMatchObject({ method: 'PATCH', path: '/stock/at-1' })
    expect(lastBody().metadata.lifecycleState).toBe('FORECOURT')
    expect(lastBody().adverts.retailAdverts.autotraderAdvert.status).toBe('PUBLISHED')
  })
})

describe('update', () => {
  test('sends the changed fields alone', async () => {
    await call('create')
    theVehicle().price = 14995

    const { body } = await call('update')

    expect(body.message).toBe('Autotrader listing updated')
    expect(stockCalls().at(-1)).toMatchObject({ method: 'PATCH', path: '/stock/at-1' })
    expect(lastBody()).toEqual({
      adverts: {
        forecourtPrice: { amountGBP: 14995 },
        retailAdverts: { suppliedPrice: { amountGBP: 14995 } },
      },
    })
  })

  test('sends the complete list of features when one changed', async () => {
    await call('create')
    theVehicle().features.push('Sunroof')

    await call('update')

    expect(lastBody().features.map(({ name }: { name: string }) => name)).toEqual([
      'Heated Seats',
      'Bluetooth',
      'Sunroof',
    ])
  })

  test('clears a specification that is gone', async () => {
    await call('create')
    theVehicle().specifications = { 'Engine Size': '2.0L', Color: 'White' }

    await call('update')

    expect(lastBody()).toEqual({ vehicle: { doors: null } })
  })

  test('sends nothing when nothing AutoTrader shows has changed', async () => {
    await call('create')

    expect((await call('update')).body.success).toBe(true)
    expect(stockCalls()).toHaveLength(1)
  })

  test('of a vehicle that was never listed lists it', async () => {
    await call('update')

    expect(stockCalls()[0]?.method).toBe('POST')
  })

  test('of a listing AutoTrader has lost creates it again', async () => {
    await call('create')
    theVehicle().price = 1
    trouble = ({ method }) => (method === 'PATCH' ? { status: 404 } : undefined)

    await call('update')

    expect(stockCalls().map(({ method }) => method)).toEqual(['POST', 'PATCH', 'POST'])
  })
})

describe('delete', () => {
  test('of a sold vehicle marks it sold and takes all five adverts down', async () => {
    await call('create')
    theVehicle().sold = true

    const { body } = await call('delete')

    expect(body.message).toBe('Vehicle removed from Autotrader')
    expect(lastBody()).toEqual({
      metadata: { lifecycleState: 'SOLD' },
      adverts: {
        soldDate: '2026-11-15',
        retailAdverts: {
          autotraderAdvert: NOT_PUBLISHED,
          advertiserAdvert: NOT_PUBLISHED,
          locatorAdvert: NOT_PUBLISHED,
          exportAdvert: NOT_PUBLISHED,
          profileAdvert: NOT_PUBLISHED,
        },
      },
    })
  })

  test('of a vehicle that is gone here still takes its listing down', async () => {
    await call('create')
    vehicles.delete(ID)

    expect((await call('delete')).body.success).toBe(true)
    expect(lastBody().metadata.lifecycleState).toBe('DELETED')
  })

  test('of a listing that is gone there is done', async () => {
    await call('create')
    theVehicle().sold = true
    trouble = ({ method }) => (method === 'PATCH' ? { status: 404 } : undefined)

    expect((await call('delete')).body.success).toBe(true)
  })

  test('of a vehicle that was never listed asks nobody', async () => {
    expect((await call('delete')).body).toEqual({ success: true, message: 'The vehicle is not listed on Autotrader' })
    expect(autotrader.requests).toEqual([])
  })
})

describe('when AutoTrader is in trouble', () => {
  test.each([429, 500, 503])('%s is tried again within the call', async (status) => {
    trouble = (request, count) => (request.path === '/stock' && count < 3 ? { status } : undefined)

    expect((await call('create')).body.success).toBe(true)
    expect(stockCalls()).toHaveLength(3)
  })

  test('a token that ended early is replaced', async () => {
    trouble = (request, count) => (request.path === '/stock' && count === 1 ? { status: 401 } : undefined)

    expect((await call('create')).body.success).toBe(true)
    expect(autotrader.requests.filter(({ path }) => path === '/authenticate')).toHaveLength(2)
  })

  test.each([
    ['keeps answering 500', () => ({ status: 500 }), 'Autotrader is not available (it answered 500).'],
    [
      'asks to wait longer than we can',
      () => ({ status: 429, headers: { 'retry-after': '60' } }),
      'Autotrader is not available (it answered 429).',
    ],
    ['never answers', () => 'hang', 'Autotrader cannot be reached.'],
    ['sends broken JSON', () => ({ body: '{' }), 'Autotrader gave an answer that cannot be understood (200).'],
    [
      'refuses the item',
      () => ({ status: 400, body: { warnings: [{ type: 'ERROR', message: 'Price is too low.' }] } }),
      'Autotrader refused it: Price is too low.',
    ],
  ] satisfies [string, () => Answer, string][])(
    'one that %s is reported and remembered',
    async (_name, fail, message) => {
      deps.stock = stockApi(IMPATIENT)
      trouble = ({ path }) => (path === '/stock' ? fail() : undefined)

      expect(await call('create')).toEqual({ status: 502, body: { success: false, message } })
      expect(rows.get(ID)).toMatchObject({ pending: 'create', error: message })
    },
  )

  test('a wrong key is reported as such', async () => {
    trouble = ({ path }) => (path === '/authenticate' ? { status: 401 } : undefined)

    expect((await call('create')).body.message).toBe('Autotrader does not accept the key and secret.')
  })

  test('what failed is done later', async () => {
    trouble = () => ({ status: 500 })
    deps.stock = stockApi(IMPATIENT)
    await call('create')
    deps.stock = stockApi(PATIENT)
    trouble = undefined

    expect(await runDue({ ...deps, isEnabled: () => isEnabled(deps) })).toBe(1)
    expect(theVehicle().autotrader_id).toBe('at-1')
    expect(rows.get(ID)?.pending).toBeNull()
  })

  test('nothing is retried while the integration is off', async () => {
    trouble = () => ({ status: 500 })
    deps.stock = stockApi(IMPATIENT)
    await call('create')
    deps.stock = stockApi(PATIENT)
    const before = autotrader.requests.length
    setting = async () => 'false'

    expect(await runDue({ ...deps, isEnabled: () => isEnabled(deps) })).toBe(0)
    expect(autotrader.requests).toHaveLength(before)
  })

  test('a sync that failed half-way sends everything the next time, even what went back to what was sent before', async () => {
    await call('create')
    theVehicle().price = 12995
    trouble = ({ method }) => (method === 'PATCH' ? { status: 500 } : undefined)
    deps.stock = stockApi(IMPATIENT)
    await call('update')
    deps.stock = stockApi(PATIENT)
    trouble = undefined
    theVehicle().price = 15995

    await call('update')

    expect(lastBody().adverts.retailAdverts.suppliedPrice).toEqual({ amountGBP: 15995 })
  })

  test('a vehicle that changed while it was being sent goes again, and the newer price stays', async () => {
    await call('create')
    theVehicle().price = 14995
    let saved = false
    trouble = ({ method }) => {
      if (method === 'PATCH' && !saved) {
        saved = true
        theVehicle().price = 13995
        queue(ID, 'update')
      }
      return undefined
    }

    const { body } = await call('update')

    expect(body).toEqual({ success: true, message: 'Autotrader listing updated' })
    expect(lastBody().adverts.retailAdverts.suppliedPrice).toEqual({ amountGBP: 13995 })
    expect(rows.get(ID)?.status).toBe('sent')
  })

  test('where another process is at the same vehicle, its outcome is waited for and told', async () => {
    queue(ID, 'create')
    const [job] = await store.claim(ID)
    const answering = call('create')
    if (job) await runSync(job, deps)

    expect((await answering).body).toEqual({ success: true, message: 'Vehicle listed on Autotrader' })
    expect(stockCalls()).toHaveLength(1)
  })

  test('one that never ends is waited for only so long', async () => {
    queue(ID, 'create')
    await store.claim(ID)
    deps.waitMs = 300

    const { status, body } = await call('create')

    expect(status).toBe(502)
    expect(body.message).toBe('Autotrader has not answered yet. The sync goes on by itself.')
  })

  test('a late call for what is long done by others changes nothing', async () => {
    theVehicle().sold = true
    await call('delete')
    theVehicle().sold = false
    await call('create')
    const before = stockCalls().length

    expect((await call('delete')).body.success).toBe(true)
    expect(stockCalls()).toHaveLength(before)
  })

  test('missing keys are reported, not sent', async () => {
    deps.stock = null

    expect((await call('create')).body.message).toBe('The keys for Autotrader are not configured.')
  })
})

describe('who may sync, and when', () => {
  test('only admins', async () => {
    admin = false

    expect((await call('create')).status).toBe(403)
    expect(autotrader.requests).toEqual([])
  })

  test.each([
    ['flag off', async () => 'false'],
    ['flag missing', async () => null],
    ['flag in another spelling', async () => 'TRUE'],
    ['flag unreadable', () => Promise.reject(new Error('no database'))],
  ] satisfies [string, () => Promise<string | null>][])('%s: nothing is sent', async (_name, read) => {
    setting = read

    expect((await call('create')).body).toMatchObject({ success: true, skipped: true })
    expect(autotrader.requests).toEqual([])
    expect(rows.size).toBe(0)
  })

  test.each([
    ['publish', ID],
    ['create', 'not-a-uuid'],
    [undefined, ID],
  ])('%s of %s is refused', async (action, vehicleId) => {
    expect((await call(action, vehicleId)).status).toBe(400)
  })
})

test.each([
  ['create', null, false, 'FORECOURT'],
  ['available to sold', false, true, 'SOLD'],
  ['sold to available', true, false, 'FORECOURT'],
  ['still available', false, false, 'FORECOURT'],
  ['still sold', true, true, 'SOLD'],
] as const)('saving a vehicle, %s, leaves its listing %s → %s as %s', async (_row, before, after, state) => {
  const listed = new Map<string, string>()
  deps.stock = {
    create: async (sent: StockItem) => {
      listed.set('at-1', sent.metadata.lifecycleState ?? '')
      return 'at-1'
    },
    update: async (id, patch) => {
      if (patch.metadata?.lifecycleState) listed.set(id, patch.metadata.lifecycleState)
      return true
    },
  }
  const save = async (was: boolean | null, is: boolean) => {
    theVehicle().sold = is
    const action = nextSyncAction(was === null ? null : { sold: was }, { sold: is })
    if (action) await call(action)
  }
  if (before !== null) await save(null, false)
  if (before === true) await save(false, true)

  await save(before, after)

  expect(listed.get('at-1')).toBe(state)
})
