import type { SyncAction } from '../_shared/autotrader-transition.ts'
import { type StockApi, StockApiError } from './stock-api.ts'
import { changedFields, type StockItem, toStockItem, toWithdrawal, type Vehicle } from './stock-item.ts'

/** What is remembered of a listing: what was sent last, and what is still to be done. */
export interface Listing {
  vehicleId: string
  stockId: string | null
  sent: StockItem | null
}

export interface SyncStore {
  findVehicle(id: string): Promise<Vehicle | null>
  /** Writes down what is about to be tried, so that not even a crash forgets it. */
  begin(vehicleId: string, action: SyncAction): Promise<Listing>
  /** It is done: `sent` is what AutoTrader shows now, null when nothing. */
  finish(listing: Listing): Promise<void>
  /** It failed, and is due again later. */
  postpone(vehicleId: string, error: string): Promise<void>
  /** What is due again, taken by no other process. */
  takeDue(): Promise<{ vehicleId: string; action: SyncAction }[]>
}

export interface SyncDeps {
  store: SyncStore
  /** Null when its keys are not configured. */
  stock: StockApi | null
  now(): Date
}

export type SyncResult = { success: true; message: string } | { success: false; message: string }

/** Brings the listing of one vehicle to where it should be. A failure is remembered and tried again later. */
export async function syncVehicle(vehicleId: string, action: SyncAction, deps: SyncDeps): Promise<SyncResult> {
  const listing = await deps.store.begin(vehicleId, action)
  try {
    if (!deps.stock) throw new StockApiError('The keys for Autotrader are not configured.')
    const vehicle = await deps.store.findVehicle(vehicleId)
    const message =
      action === 'delete' || !vehicle || vehicle.sold
        ? await withdraw(vehicle, listing, deps.stock, deps)
        : await publish(vehicle, listing, deps.stock, deps)
    return { success: true, message }
  } catch (error) {
    const message = error instanceof StockApiError ? error.message : 'The listing could not be synchronised.'
    await deps.store.postpone(vehicleId, message)
    if (!(error instanceof StockApiError)) throw error
    return { success: false, message }
  }
}

async function publish(vehicle: Vehicle, listing: Listing, stock: StockApi, { store }: SyncDeps): Promise<string> {
  const item = toStockItem(vehicle)
  const known = vehicle.stockId ?? listing.stockId
  const changes = changedFields(listing.sent, item)
  const isListed = known !== null && (!changes || (await stock.update(known, changes)))
  const stockId = isListed ? known : await stock.create(item)
  await store.finish({ vehicleId: vehicle.id, stockId, sent: item })
  return isListed && listing.sent ? 'Autotrader listing updated' : 'Vehicle listed on Autotrader'
}

async function withdraw(vehicle: Vehicle | null, listing: Listing, stock: StockApi, deps: SyncDeps): Promise<string> {
  const stockId = vehicle?.stockId ?? listing.stockId
  if (stockId === null) {
    await deps.store.finish({ ...listing, sent: null })
    return 'The vehicle is not listed on Autotrader'
  }
  const today = deps.now().toLocaleDateString('en-CA', { timeZone: 'Europe/London' })
  const isKnown = await stock.update(stockId, toWithdrawal(vehicle?.sold === true, today))
  // What is sold may come back to the forecourt under the same id; what is deleted gets a new one.
  const keepsId = isKnown && vehicle?.sold === true
  await deps.store.finish({ vehicleId: listing.vehicleId, stockId: keepsId ? stockId : null, sent: null })
  return 'Vehicle removed from Autotrader'
}

/** Tries again what failed before; returns how many are done now. */
export async function retryDue(deps: SyncDeps & { isEnabled(): Promise<boolean> }): Promise<number> {
  if (!deps.stock || !(await deps.isEnabled())) return 0
  let done = 0
  for (const { vehicleId, action } of await deps.store.takeDue()) {
    const result = await syncVehicle(vehicleId, action, deps)
    if (result.success) done++
  }
  return done
}
