import type { ListedVehicle } from '#app/lib/vehicle.ts'

type Offer = Pick<ListedVehicle, 'price' | 'sold'>

export type SavedChange =
  | { kind: 'none' }
  | { kind: 'sold' }
  | { kind: 'gone' }
  | { kind: 'repriced'; before: number | null; now: number | null }

/** How a vehicle has changed since it was saved. */
export function savedChange(copy: Offer, current: Offer | undefined): SavedChange {
  if (!current) return { kind: 'gone' }
  if (current.sold && !copy.sold) return { kind: 'sold' }
  if (!current.sold && current.price !== copy.price) return { kind: 'repriced', before: copy.price, now: current.price }
  return { kind: 'none' }
}
