// The visitor's saved vehicles. Full copies are stored on the visitor's device, so that the page works even if the
// server does not respond, and can show what has changed since.
import type { Vehicle } from '#app/lib/vehicle.ts'

export const SAVED_KEY = 'saved_vehicles'

type Store = Pick<Storage, 'getItem' | 'setItem'>

export function readSaved(store: Store): Vehicle[] {
  return parseSaved(store.getItem(SAVED_KEY))
}

/** Local storage may hold older or edited data, so only entries that look like vehicles are used. */
export function parseSaved(text: string | null): Vehicle[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter(isVehicle) : []
  } catch {
    return []
  }
}

function isVehicle(value: unknown): value is Vehicle {
  if (typeof value !== 'object' || value === null) return false
  const { id, title, price, images } = value as Partial<Record<keyof Vehicle, unknown>>
  return (
    typeof id === 'string' &&
    typeof title === 'string' &&
    (price === null || typeof price === 'number') &&
    Array.isArray(images)
  )
}

export function addSaved(store: Store, vehicle: Vehicle): void {
  const others = readSaved(store).filter(({ id }) => id !== vehicle.id)
  store.setItem(SAVED_KEY, JSON.stringify([...others, vehicle]))
}

export function removeSaved(store: Store, id: string): void {
  store.setItem(SAVED_KEY, JSON.stringify(readSaved(store).filter((vehicle) => vehicle.id !== id)))
}
