import type { SyncAction } from '../_shared/autotrader-transition.ts'
import type { ClaimedJob } from '../_shared/job-queue.ts'
import { LISTING_POLL_MS, LISTING_WAIT_MS } from '../_shared/job-rules.ts'
import { type StockApi, StockApiError } from './stock-api.ts'
import { changedFields, type StockItem, toStockItem, toWithdrawal, type Vehicle } from './stock-item.ts'

/** One vehicle's sync, claimed by us for a while: nobody else tells AutoTrader about this vehicle meanwhile. */
export interface ClaimedSync extends ClaimedJob {
  vehicle_id: string
}

/** The vehicle as it is now, what is remembered of its listing, and what is to be done. */
export interface Listing {
  vehicleId: string
  vehicle: Vehicle | null
  stockId: string | null
  /** What AutoTrader shows, as far as we know. */
  sent: StockItem | null
  action: SyncAction | null
  /** Counts the changes of the vehicle. */
  revision: number
}

/** How it went: `sent` is what AutoTrader shows now, null when nothing. */
export interface Synced {
  stockId: string | null
  sent: StockItem | null
  outcome: string
}

export interface SyncStore {
  /** Queues the vehicle, unless it is queued or up to date. */
  request(vehicleId: string, action: SyncAction): Promise<void>
  /** What is due, or the sync of one vehicle; never what another process is at. */
  claim(only?: string): Promise<ClaimedSync[]>
  begin(vehicleId: string): Promise<Listing>
  /** False when the vehicle changed meanwhile: it goes again. */
  finish(job: ClaimedSync, revision: number, synced: Synced): Promise<boolean>
  postpone(job: ClaimedSync, error: string): Promise<boolean>
  read(vehicleId: string): Promise<{ status: string; outcome: string | null } | null>
}

export interface SyncDeps {
  store: SyncStore
  /** Null when its keys are not configured. */
  stock: StockApi | null
  now(): Date
  /** Shorter in tests. */
  waitMs?: number
}

export interface SyncResult {
  success: boolean
  message: string
  /** The vehicle changed meanwhile, and is queued again. */
  goesAgain?: boolean
  /** AutoTrader is in trouble, and would be with every other vehicle. */
  isTrouble?: boolean
}

const NOT_LISTED = 'The vehicle is not listed on Autotrader'

/** Brings the listing of one vehicle to where it should be. A failure is remembered and tried again later. */
export async function runSync(job: ClaimedSync, deps: SyncDeps): Promise<SyncResult> {
  try {
    if (!deps.stock) throw new StockApiError('The keys for Autotrader are not configured.')
    const listing = await deps.store.begin(job.vehicle_id)
    const { vehicle, action } = listing
    const synced =
      action === 'delete' || !vehicle || vehicle.sold
        ? await withdraw(listing, deps.stock, deps.now())
        : await publish(vehicle, listing, deps.stock)
    const isSettled = await deps.store.finish(job, listing.revision, synced)
    return { success: true, message: synced.outcome, goesAgain: !isSettled }
  } catch (error) {
    const message = error instanceof StockApiError ? error.message : 'The listing could not be synchronised.'
    await deps.store.postpone(job, message)
    if (!(error instanceof StockApiError)) throw error
    return { success: false, message, isTrouble: error.isTrouble }
  }
}

async function publish(vehicle: Vehicle, listing: Listing, stock: StockApi): Promise<Synced> {
  const item = toStockItem(vehicle)
  const known = vehicle.autotrader_id ?? listing.stockId
  const changes = changedFields(listing.sent, item)
  const isListed = known !== null && (!changes || (await stock.update(known, changes)))
  const stockId = isListed ? known : await stock.create(item)
  const isUpdate = isListed && listing.action === 'update'
  return { stockId, sent: item, outcome: isUpdate ? 'Autotrader listing updated' : 'Vehicle listed on Autotrader' }
}

async function withdraw(listing: Listing, stock: StockApi, now: Date): Promise<Synced> {
  const { vehicle } = listing
  const stockId = vehicle?.autotrader_id ?? listing.stockId
  if (stockId === null) return { stockId, sent: null, outcome: NOT_LISTED }
  const today = now.toLocaleDateString('en-CA', { timeZone: 'Europe/London' })
  const isKnown = await stock.update(stockId, toWithdrawal(vehicle?.sold === true, today))
  // What is sold may come back to the forecourt under the same id; what is deleted gets a new one.
  const keepsId = isKnown && vehicle?.sold === true
  return { stockId: keepsId ? stockId : null, sent: null, outcome: 'Vehicle removed from Autotrader' }
}

/**
 * An admin waits: the queued sync of this vehicle runs now. Where another process is at it already, its outcome is waited
 * for, and told.
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

    const standing = await store.read(vehicleId)
    if (!standing) return { success: true, message: NOT_LISTED }
    if (standing.status === 'sent') return { success: true, message: standing.outcome ?? 'Synced with Autotrader' }
    if (isLate) return { success: false, message: 'Autotrader has not answered yet. The sync goes on by itself.' }
    await new Promise((wake) => setTimeout(wake, LISTING_POLL_MS))
  }
}

/** Does what is due, where no worker of ours runs; returns how many are done now. */
export async function runDue(deps: SyncDeps & { isEnabled(): Promise<boolean> }): Promise<number> {
  if (!(await deps.isEnabled())) return 0
  const results: SyncResult[] = []
  for (const job of await deps.store.claim()) results.push(await runSync(job, deps))
  return results.filter(({ success }) => success).length
}
