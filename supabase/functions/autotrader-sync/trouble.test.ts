// What becomes of a sync when AutoTrader, or another process, is in the way.
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

describe('when AutoTrader is in trouble', () => {
  test.each([429, 500, 503])('%s is tried again within the call', async (status) => {
    stage.trouble = (request, count) => (request.path === '/stock' && count < 3 ? { status } : undefined)

    expect((await call('create')).body.success).toBe(true)
    expect(stockCalls()).toHaveLength(3)
  })

  test('a token that ended early is replaced', async () => {
    stage.trouble = (request, count) => (request.path === '/stock' && count === 1 ? { status: 401 } : undefined)

    expect((await call('create')).body.success).toBe(true)
    expect(stage.autotrader.requests.filter(({ path }) => path === '/authenticate')).toHaveLength(2)
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
      stage.deps.stock = stockApi(IMPATIENT)
      stage.trouble = ({ path }) => (path === '/stock' ? fail() : undefined)

      expect(await call('create')).toEqual({ status: 502, body: { success: false, message } })
      expect(stage.rows.get(ID)).toMatchObject({ pending: 'create', error: message })
    },
  )

  test('a wrong key is reported as such', async () => {
    stage.trouble = ({ path }) => (path === '/authenticate' ? { status: 401 } : undefined)

    expect((await call('create')).body.message).toBe('Autotrader does not accept the key and secret.')
  })

  test('what failed is done later', async () => {
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

  test('a sync that failed half-way sends everything the next time, even what went back to what was sent before', async () => {
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

  test('a vehicle that changed while it was being sent goes again, and the newer price stays', async () => {
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

    expect(body).toEqual({ success: true, message: 'Autotrader listing updated' })
    expect(lastBody().adverts.retailAdverts.suppliedPrice).toEqual({ amountGBP: 13995 })
    expect(stage.rows.get(ID)?.status).toBe('sent')
  })

  test('where another process is at the same vehicle, its outcome is waited for and told', async () => {
    queue(ID, 'create')
    const [job] = await store.claim(ID)
    const answering = call('create')
    if (job) await runSync(job, stage.deps)

    expect((await answering).body).toEqual({ success: true, message: 'Vehicle listed on Autotrader' })
    expect(stockCalls()).toHaveLength(1)
  })

  test('one that never ends is waited for only so long', async () => {
    queue(ID, 'create')
    await store.claim(ID)
    stage.deps.waitMs = 300

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
    stage.deps.stock = null

    expect((await call('create')).body.message).toBe('The keys for Autotrader are not configured.')
  })
})
