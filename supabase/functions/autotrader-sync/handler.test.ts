import { describe, expect, test } from 'vitest'
import { nextSyncAction } from '../_shared/autotrader-transition.ts'
import type { StockItem } from './stock-item.ts'
import { call, ID, lastBody, NOT_PUBLISHED, setStage, stage, stockCalls, theVehicle } from './testing.ts'

setStage()

describe('create', () => {
  test('a create call posts the vehicle with the advertiser and stores the stock id', async () => {
    const { status, body } = await call('create')

    expect({ status, body }).toEqual({ status: 200, body: { success: true, message: 'Vehicle listed on AutoTrader' } })
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

  test('an access token is requested once and used until it expires', async () => {
    await call('create')
    theVehicle().price = 14995
    await call('update')

    expect(stage.autotrader.requests.filter(({ path }) => path === '/authenticate')).toHaveLength(1)
  })

  test('a create call adopts an existing listing instead of creating a duplicate', async () => {
    stage.trouble = ({ method }, count) =>
      method === 'POST' && count > 0 ? { status: 409, body: { message: 'Duplicate' } } : undefined

    const { body } = await call('create')

    expect(body.success).toBe(true)
    expect(theVehicle().autotrader_id).toBe('at-9')
    expect(stockCalls().map(({ method }) => method)).toEqual(['POST', 'GET', 'PATCH'])
  })

  test('a create call lists nothing if the vehicle is sold', async () => {
    theVehicle().sold = true

    expect((await call('create')).body.message).toBe('The vehicle isn’t listed on AutoTrader')
    expect(stockCalls()).toEqual([])
  })

  test('a create call relists a sold vehicle under its old stock id', async () => {
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
  test('an update call sends only the changed fields', async () => {
    await call('create')
    theVehicle().price = 14995

    const { body } = await call('update')

    expect(body.message).toBe('AutoTrader listing updated')
    expect(stockCalls().at(-1)).toMatchObject({ method: 'PATCH', path: '/stock/at-1' })
    expect(lastBody()).toEqual({
      adverts: {
        forecourtPrice: { amountGBP: 14995 },
        retailAdverts: { suppliedPrice: { amountGBP: 14995 } },
      },
    })
  })

  test('a reservation is sent until the end of its last day, and then cleared', async () => {
    await call('create')
    theVehicle().reserved_until = '2026-11-15'
    await call('update')
    expect(lastBody()).toEqual({ adverts: { reservationStatus: 'Reserved' } })

    theVehicle().reserved_until = '2026-11-14'
    await call('update')
    expect(lastBody()).toEqual({ adverts: { reservationStatus: null } })
  })

  test('a price on application clears the price', async () => {
    await call('create')
    theVehicle().price_on_application = true
    await call('update')
    expect(lastBody()).toEqual({
      adverts: { forecourtPrice: null, retailAdverts: { suppliedPrice: null, priceOnApplication: true } },
    })

    theVehicle().price_on_application = false
    await call('update')
    expect(lastBody()).toEqual({
      adverts: {
        forecourtPrice: { amountGBP: 15995 },
        retailAdverts: { suppliedPrice: { amountGBP: 15995 }, priceOnApplication: false },
      },
    })
  })

  test('an update call sends the complete list of features if one has changed', async () => {
    await call('create')
    theVehicle().features.push('Sunroof')

    await call('update')

    expect(lastBody().features.map(({ name }: { name: string }) => name)).toEqual([
      'Heated Seats',
      'Bluetooth',
      'Sunroof',
    ])
  })

  test('an update call clears a specification that was removed', async () => {
    await call('create')
    theVehicle().specifications = { 'Engine Size': '2.0L', Color: 'White' }

    await call('update')

    expect(lastBody()).toEqual({ vehicle: { doors: null } })
  })

  test('an update call sends nothing if no field that AutoTrader shows has changed', async () => {
    await call('create')

    expect((await call('update')).body.success).toBe(true)
    expect(stockCalls()).toHaveLength(1)
  })

  test('an update call creates a listing for a vehicle that was never listed', async () => {
    await call('update')

    expect(stockCalls()[0]?.method).toBe('POST')
  })

  test('an update call recreates a listing that AutoTrader no longer has', async () => {
    await call('create')
    theVehicle().price = 1
    stage.trouble = ({ method }) => (method === 'PATCH' ? { status: 404 } : undefined)

    await call('update')

    expect(stockCalls().map(({ method }) => method)).toEqual(['POST', 'PATCH', 'POST'])
  })
})

describe('delete', () => {
  test('a delete call marks a sold vehicle as sold and withdraws all five adverts', async () => {
    await call('create')
    theVehicle().sold = true

    const { body } = await call('delete')

    expect(body.message).toBe('Vehicle removed from AutoTrader')
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

  test('a delete call withdraws the listing for a vehicle that was deleted from the site', async () => {
    await call('create')
    stage.vehicles.delete(ID)

    expect((await call('delete')).body.success).toBe(true)
    expect(lastBody().metadata.lifecycleState).toBe('DELETED')
  })

  test('a delete call succeeds if AutoTrader no longer has the listing', async () => {
    await call('create')
    theVehicle().sold = true
    stage.trouble = ({ method }) => (method === 'PATCH' ? { status: 404 } : undefined)

    expect((await call('delete')).body.success).toBe(true)
  })

  test('a delete call makes no request for a vehicle that was never listed', async () => {
    expect((await call('delete')).body).toEqual({ success: true, message: 'The vehicle isn’t listed on AutoTrader' })
    expect(stage.autotrader.requests).toEqual([])
  })
})

describe('permission and settings', () => {
  test('only an admin can sync a vehicle', async () => {
    stage.admin = false

    expect((await call('create')).status).toBe(403)
    expect(stage.autotrader.requests).toEqual([])
  })

  test.each([
    ['off', async () => 'false'],
    ['missing', async () => null],
    ['in capitals', async () => 'TRUE'],
    ['unreadable', () => Promise.reject(new Error('no database'))],
  ] satisfies [string, () => Promise<string | null>][])(
    'nothing is sent if the AutoTrader setting is %s',
    async (_name, read) => {
      stage.setting = read

      expect((await call('create')).body).toMatchObject({ success: true, skipped: true })
      expect(stage.autotrader.requests).toEqual([])
      expect(stage.rows.size).toBe(0)
    },
  )

  test.each([
    ['publish', ID],
    ['create', 'not-a-uuid'],
    [undefined, ID],
  ])('a request with action %s and vehicle %s is refused', async (action, vehicleId) => {
    expect((await call(action, vehicleId)).status).toBe(400)
  })
})

test.each([
  ['create', null, false, 'FORECOURT'],
  ['available to sold', false, true, 'SOLD'],
  ['sold to available', true, false, 'FORECOURT'],
  ['still available', false, false, 'FORECOURT'],
  ['still sold', true, true, 'SOLD'],
] as const)(
  'saving a vehicle (%s, sold %s → %s) leaves its listing in the state %s',
  async (_row, before, after, state) => {
    const listed = new Map<string, string>()
    stage.deps.stock = {
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
  },
)
