import { browserRest } from '#app/lib/backend.ts'
import { findVehicle } from '#app/lib/whole-vehicles.ts'
import { readSaved, SAVED_KEY } from './saved-list.ts'

/**
 * Replaces a partial copy with the whole vehicle, if it is still saved. Its price and whether it was sold stay as the
 * visitor saw them, because the saved page tells what has changed since.
 */
export async function completeCopy(id: string): Promise<void> {
  const vehicle = await findVehicle(browserRest(), id)
  if (!vehicle) return
  const copies = readSaved(window.localStorage).map((copy) =>
    copy.id === id ? { ...vehicle, price: copy.price, sold: copy.sold } : copy,
  )
  window.localStorage.setItem(SAVED_KEY, JSON.stringify(copies))
}
