// Test doubles for syncs: an AutoTrader server on this machine, and the database's functions in memory.
import { afterEach, beforeEach } from 'vitest'
import type { SyncAction } from '../_shared/autotrader-transition.ts'
import { type Answer, type ReceivedRequest, startHttpServer } from '../_shared/testing/http-server.ts'
import { autotraderSync } from './handler.ts'
import { createStockApi } from './stock-api.ts'
import type { StockItem, Vehicle } from './stock-item.ts'
import type { ClaimedSync, SyncDeps, SyncStore } from './sync.ts'

export const ID = '11111111-1111-4111-8111-111111111111'
const NOW = new Date('2026-11-15T12:00:00Z')

/** A row in autotrader_syncs. */
interface Row {
  stockId: string | null
  sent: StockItem | null
  pending: SyncAction | null
  status: 'pending' | 'sending' | 'sent'
  revision: number
  outcome: string | null
  error: string | null
  /** The vehicle at the time of its last sync. */
  asOf: string
}

interface Stage {
  autotrader: Awaited<ReturnType<typeof startHttpServer>>
  /** Overrides AutoTrader's response, unless it returns undefined. */
  trouble: ((request: ReceivedRequest, calls: number) => Answer | undefined) | undefined
  setting: () => Promise<string | null>
  admin: boolean
  vehicles: Map<string, Vehicle>
  rows: Map<string, Row>
  deps: SyncDeps & Parameters<typeof autotraderSync>[0]
}
export const stage = {} as Stage

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
const asOf = (id: string) => JSON.stringify({ ...stage.vehicles.get(id), stockId: null })
const rowOf = (id: string) => stage.rows.get(id) ?? NEW_ROW
const change = (id: string, changes: Partial<Row>) => stage.rows.set(id, { ...rowOf(id), ...changes })

/** Does what saving a vehicle does in the database. */
export const queue = (id: string, action: SyncAction) =>
  change(id, {
    pending: action,
    revision: rowOf(id).revision + 1,
    status: rowOf(id).status === 'sending' ? 'sending' : 'pending',
  })

export const store: SyncStore = {
  request: async (id, action) => {
    const { status, asOf: synced } = rowOf(id)
    if (status === 'sent' && synced !== asOf(id)) queue(id, action)
  },
  claim: async (only) =>
    [...stage.rows].flatMap(([id, { status }]): ClaimedSync[] => {
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
      vehicle: structuredClone(stage.vehicles.get(vehicleId)) ?? null,
    }
  },
  finish: async ({ vehicle_id: id }, revision, { stockId, sent, outcome }) => {
    const vehicle = stage.vehicles.get(id)
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
  read: async (id) => stage.rows.get(id) ?? null,
}

const item = (stockId: string, externalStockId: string | null = null) => ({
  metadata: { stockId, externalStockId },
})
let calls: number

function answer(request: ReceivedRequest): Answer {
  if (request.path !== '/authenticate') calls++
  const special = stage.trouble?.(request, calls)
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

/** Generous, for busy machines. Tests in which AutoTrader never recovers use short limits. */
export const PATIENT = { budgetMs: 20_000, requestMs: 10_000 }
export const IMPATIENT = { budgetMs: 600, requestMs: 200 }

export const stockApi = (times: typeof PATIENT) =>
  createStockApi({
    baseUrl: stage.autotrader.url,
    key: 'key',
    secret: 'secret',
    advertiserId: '66946',
    pauseMs: 10,
    ...times,
  })

/** Resets everything before each test, because test files share this module. */
export function setStage(): void {
  beforeEach(async () => {
    stage.autotrader = await startHttpServer(answer)
    calls = 0
    stage.trouble = undefined
    stage.setting = async () => 'true'
    stage.admin = true
    stage.rows = new Map()
    stage.vehicles = new Map([
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
          hidden: false,
          price_on_application: false,
          reserved_until: null,
          autotrader_id: null,
          features: ['Heated Seats', 'Bluetooth'],
          specifications: { 'Engine Size': '2.0L', Color: 'White', Doors: '3', Seats: 'four' },
        },
      ],
    ])
    stage.deps = {
      store,
      stock: stockApi(PATIENT),
      now: () => NOW,
      waitMs: 20_000,
      isAdmin: async () => stage.admin,
      readSetting: () => stage.setting(),
    }
  })
  afterEach(() => stage.autotrader.close())
}

export async function call(action: unknown, vehicleId: unknown = ID) {
  const request = new Request('https://cars.example/functions/v1/autotrader-sync', {
    method: 'POST',
    body: JSON.stringify({ vehicleId, action }),
  })
  const response = await autotraderSync(stage.deps)(request)
  return { status: response.status, body: await response.json() }
}

export const stockCalls = () => stage.autotrader.requests.filter(({ path }) => path !== '/authenticate')
export const lastBody = () => JSON.parse(stockCalls().at(-1)?.body ?? 'null')
export const theVehicle = () => stage.vehicles.get(ID) as Vehicle
export const NOT_PUBLISHED = { status: 'NOT_PUBLISHED' }
