import type { SyncAction } from '../_shared/autotrader-transition.ts'
import type { ClaimedJob } from '../_shared/job-queue.ts'
import { LISTING_POLL_MS, LISTING_WAIT_MS } from '../_shared/job-rules.ts'
import { type StockApi, StockApiError } from './stock-api.ts'
import { changedFields, type StockItem, toStockItem, toWithdrawal, type Vehicle } from './stock-item.ts'

/** A vehicle's sync under our lease. No other process syncs this vehicle in the meantime. */
export interface ClaimedSync extends ClaimedJob {
  vehicle_id: string
}

/** The current vehicle, its listing as last sent, and the action to take. */
interface Listing {
  vehicleId: string
  vehicle: Vehicle | null
  stockId: string | null
  /** What AutoTrader currently shows, if known. */
  sent: StockItem | null
  action: SyncAction | null
  /** Increases with every change to the vehicle. */
  revision: number
}

/** The outcome: `sent` is what AutoTrader shows now, or null if it shows nothing. */
interface Synced {
  stockId: string | null
  sent: StockItem | null
  outcome: string
}

export interface SyncStore {
  /** Queues the vehicle unless it is already queued or up to date. */
  request(vehicleId: string, action: SyncAction): Promise<void>
  /** Claims the syncs that are due, or one vehicle's sync, but never one that another process is running. */
  claim(only?: string): Promise<ClaimedSync[]>
  begin(vehicleId: string): Promise<Listing>
  /** False if the vehicle has changed in the meantime, in which case it is queued again. */
  finish(job: ClaimedSync, revision: number, synced: Synced): Promise<boolean>
  postpone(job: ClaimedSync, error: string): Promise<boolean>
  read(vehicleId: string): Promise<{ status: string; outcome: string | null } | null>
}

export interface SyncDeps {
  store: SyncStore
  /** Null if AutoTrader's keys are not configured. */
  stock: StockApi | null
  now(): Date
  /** Tests set a shorter time. */
  waitMs?: number
}

export interface SyncResult {
  success: boolean
  message: string
  /** The vehicle has changed in the meantime and is queued again. */
  goesAgain?: boolean
  /** Whether the problem is AutoTrader itself, in which case syncs of other vehicles would fail too. */
  isTrouble?: boolean
}

const NOT_LISTED = 'The vehicle isn’t listed on AutoTrader'

/** Brings a vehicle's listing up to date. A failure is recorded and retried later. */
export async function runSync(job: ClaimedSync, deps: SyncDeps): Promise<SyncResult> {
  try {
    if (!deps.stock) throw new StockApiError('The AutoTrader keys haven’t been set up.')
    const listing = await deps.store.begin(job.vehicle_id)
    const { vehicle, action } = listing
    const today = deps.now().toLocaleDateString('en-CA', { timeZone: 'Europe/London' })
    const synced =
      action === 'delete' || !vehicle || vehicle.sold || vehicle.hidden
        ? await withdraw(listing, deps.stock, today)
        : await publish(vehicle, listing, deps.stock, today)
    const isSettled = await deps.store.finish(job, listing.revision, synced)
    return { success: true, message: synced.outcome, goesAgain: !isSettled }
  } catch (error) {
    const message = error instanceof StockApiError ? error.message : 'We couldn’t sync the listing.'
    await deps.store.postpone(job, message)
    if (!(error instanceof StockApiError)) throw error
    return { success: false, message, isTrouble: error.isTrouble }
  }
}

async function publish(vehicle: Vehicle, listing: Listing, stock: StockApi, today: string): Promise<Synced> {
  const item = toStockItem(vehicle, today)
  const known = vehicle.autotrader_id ?? listing.stockId
  const changes = changedFields(listing.sent, item)
  const isListed = known !== null && (!changes || (await stock.update(known, changes)))
  const stockId = isListed ? known : await stock.create(item)
  const isUpdate = isListed && listing.action === 'update'
  return { stockId, sent: item, outcome: isUpdate ? 'AutoTrader listing updated' : 'Vehicle listed on AutoTrader' }
}

async function withdraw(listing: Listing, stock: StockApi, today: string): Promise<Synced> {
  const { vehicle } = listing
  const stockId = vehicle?.autotrader_id ?? listing.stockId
  if (stockId === null) return { stockId, sent: null, outcome: NOT_LISTED }
  const isKnown = await stock.update(stockId, toWithdrawal(vehicle?.sold === true, today))
  // A sold vehicle may be listed again under the same id; a deleted one gets a new id.
  const keepsId = isKnown && vehicle?.sold === true
  return { stockId: keepsId ? stockId : null, sent: null, outcome: 'Vehicle removed from AutoTrader' }
}

/**
 * Runs a vehicle's queued sync now, because an admin is waiting for it. If another process is already running it, waits
 * for the outcome.
 */
export async function syncNow(vehicleId: string, action: SyncAction, deps: SyncDeps): Promise<SyncResult> {
  const { store } = deps
  const deadline = Date.now() + (deps.waitMs ?? LISTING_WAIT_MS)
  await store.request(vehicleId, action)
  for (;;) {
    const [job] = await store.claim(vehicleId)
    const result = job && (await runSync(job, deps))
    const isLate = Date.now() >= deadline
    if (result && (!result.goesAgain || isLate)) return result
    if (result) continue

    const current = await store.read(vehicleId)
    if (!current) return { success: true, message: NOT_LISTED }
    if (current.status === 'sent') return { success: true, message: current.outcome ?? 'Synced with AutoTrader' }
    if (isLate)
      return { success: false, message: 'AutoTrader hasn’t replied yet. The sync will carry on in the background.' }
    await new Promise((wake) => setTimeout(wake, LISTING_POLL_MS))
  }
}

/** Runs the syncs that are due on a hosted project, which has no worker. Returns how many succeeded. */
export async function runDue(deps: SyncDeps & { isEnabled(): Promise<boolean> }): Promise<number> {
  if (!(await deps.isEnabled())) return 0
  const results: SyncResult[] = []
  for (const job of await deps.store.claim()) results.push(await runSync(job, deps))
  return results.filter(({ success }) => success).length
}
