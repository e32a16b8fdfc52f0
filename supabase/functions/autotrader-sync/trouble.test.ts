// Tests syncs while AutoTrader fails, or while another process is syncing the same vehicle.
import { describe, expect, test } from 'vitest'
import type { Answer } from '../_shared/testing/http-server.ts'
import { isEnabled } from './handler.ts'
import { runDue, runSync } from './sync.ts'
import {
  call,
  ID,
  IMPATIENT,
  lastBody,
  PATIENT,
  queue,
  setStage,
  stage,
  stockApi,
  stockCalls,
  store,
  theVehicle,
} from './testing.ts'

setStage()

describe('when AutoTrader fails', () => {
  test.each([429, 500, 503])('a request that gets a %s response is retried within the call', async (status) => {
    stage.trouble = (request, count) => (request.path === '/stock' && count < 3 ? { status } : undefined)

    expect((await call('create')).body.success).toBe(true)
    expect(stockCalls()).toHaveLength(3)
  })

  test('a token that was revoked early is replaced', async () => {
    stage.trouble = (request, count) => (request.path === '/stock' && count === 1 ? { status: 401 } : undefined)

    expect((await call('create')).body.success).toBe(true)
    expect(stage.autotrader.requests.filter(({ path }) => path === '/authenticate')).toHaveLength(2)
  })

  test.each([
    ['keeps responding with 500', () => ({ status: 500 }), 'AutoTrader isn’t available at the moment.'],
    [
      'requires a longer wait than we allow',
      () => ({ status: 429, headers: { 'retry-after': '60' } }),
      'AutoTrader isn’t available at the moment.',
    ],
    ['never responds', () => 'hang', 'We couldn’t reach AutoTrader.'],
    ['sends broken JSON', () => ({ body: '{' }), 'AutoTrader sent an unexpected response.'],
    [
      'rejects the vehicle',
      () => ({ status: 400, body: { warnings: [{ type: 'ERROR', message: 'Price is too low.' }] } }),
      'AutoTrader rejected the vehicle: Price is too low.',
    ],
  ] satisfies [string, () => Answer, string][])(
    'an error is returned and recorded if AutoTrader %s',
    async (name, fail, message) => {
      // On a busy machine, even a response may take longer than the impatient wait.
      stage.deps.stock = stockApi(name === 'never responds' ? IMPATIENT : { ...PATIENT, budgetMs: 3000 })
      stage.trouble = ({ path }) => (path === '/stock' ? fail() : undefined)

      expect(await call('create')).toEqual({ status: 502, body: { success: false, message } })
      expect(stage.rows.get(ID)).toMatchObject({ pending: 'create', error: message })
    },
  )

  test('a wrong key is reported to the admin', async () => {
    stage.trouble = ({ path }) => (path === '/authenticate' ? { status: 401 } : undefined)

    expect((await call('create')).body.message).toBe('AutoTrader rejected the key and secret.')
  })

  test('a sync that failed is retried later', async () => {
    stage.trouble = () => ({ status: 500 })
    stage.deps.stock = stockApi(IMPATIENT)
    await call('create')
    stage.deps.stock = stockApi(PATIENT)
    stage.trouble = undefined

    expect(await runDue({ ...stage.deps, isEnabled: () => isEnabled(stage.deps) })).toBe(1)
    expect(theVehicle().autotrader_id).toBe('at-1')
    expect(stage.rows.get(ID)?.pending).toBeNull()
  })

  test('nothing is retried while the integration is off', async () => {
    stage.trouble = () => ({ status: 500 })
    stage.deps.stock = stockApi(IMPATIENT)
    await call('create')
    stage.deps.stock = stockApi(PATIENT)
    const before = stage.autotrader.requests.length
    stage.setting = async () => 'false'

    expect(await runDue({ ...stage.deps, isEnabled: () => isEnabled(stage.deps) })).toBe(0)
    expect(stage.autotrader.requests).toHaveLength(before)
  })

  test('after a sync has failed halfway, the next sync sends everything, including fields that were changed back', async () => {
    await call('create')
    theVehicle().price = 12995
    stage.trouble = ({ method }) => (method === 'PATCH' ? { status: 500 } : undefined)
    stage.deps.stock = stockApi(IMPATIENT)
    await call('update')
    stage.deps.stock = stockApi(PATIENT)
    stage.trouble = undefined
    theVehicle().price = 15995

    await call('update')

    expect(lastBody().adverts.retailAdverts.suppliedPrice).toEqual({ amountGBP: 15995 })
  })

  test('a vehicle that changes while it is being sent is sent again, with the newer price', async () => {
    await call('create')
    theVehicle().price = 14995
    let saved = false
    stage.trouble = ({ method }) => {
      if (method === 'PATCH' && !saved) {
        saved = true
        theVehicle().price = 13995
        queue(ID, 'update')
      }
      return undefined
    }

    const { body } = await call('update')

    expect(body).toEqual({ success: true, message: 'AutoTrader listing updated' })
    expect(lastBody().adverts.retailAdverts.suppliedPrice).toEqual({ amountGBP: 13995 })
    expect(stage.rows.get(ID)?.status).toBe('sent')
  })

  test('if another process is syncing the same vehicle, a call waits and returns the outcome of that sync', async () => {
    queue(ID, 'create')
    const [job] = await store.claim(ID)
    const answering = call('create')
    if (job) await runSync(job, stage.deps)

    expect((await answering).body).toEqual({ success: true, message: 'Vehicle listed on AutoTrader' })
    expect(stockCalls()).toHaveLength(1)
  })

  test('a call stops waiting for another process after the time limit', async () => {
    queue(ID, 'create')
    await store.claim(ID)
    stage.deps.waitMs = 300

    const { status, body } = await call('create')

    expect(status).toBe(502)
    expect(body.message).toBe('AutoTrader hasn’t replied yet. The sync will carry on in the background.')
  })

  test('a call that arrives after another process has finished the sync changes nothing', async () => {
    theVehicle().sold = true
    await call('delete')
    theVehicle().sold = false
    await call('create')
    const before = stockCalls().length

    expect((await call('delete')).body.success).toBe(true)
    expect(stockCalls()).toHaveLength(before)
  })

  test('missing AutoTrader keys are reported, and nothing is sent', async () => {
    stage.deps.stock = null

    expect((await call('create')).body.message).toBe('The AutoTrader keys haven’t been set up.')
  })
})
