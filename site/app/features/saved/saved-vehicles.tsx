import { Heart } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ButtonLink } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { formatPrice } from '#app/lib/money.ts'
import type { Vehicle } from '#app/lib/vehicle.ts'
import { type SavedChange, savedChange } from './saved-change.ts'

export function NoSavedVehicles({ isSignedIn }: { isSignedIn: boolean }) {
  const place = isSignedIn ? 'is saved to your account' : 'stays on this device'
  return (
    <EmptyState
      icon={<Heart aria-hidden />}
      title="No saved vehicles yet"
      description={`Tap the heart on a vehicle to save it here. Your list ${place}.`}
      action={<ButtonLink to="/vehicles">Browse Vehicles</ButtonLink>}
    />
  )
}

export interface SavedEntry {
  /** The current vehicle, or the saved copy if the server no longer has the vehicle or does not respond. */
  vehicle: Vehicle
  change: SavedChange
}

/** Compares the saved copies with the server's vehicles, to show which have been sold or repriced. */
export function useRefreshed(saved: Vehicle[], refresh: (ids: string[]) => Promise<Vehicle[]>): SavedEntry[] {
  const [current, setCurrent] = useState<Map<string, Vehicle>>()
  const ids = saved.map(({ id }) => id).join(' ')

  useEffect(() => {
    let left = false
    if (!ids) return
    refresh(ids.split(' ')).then(
      (vehicles) => left || setCurrent(new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]))),
      // If the read fails, the saved copies are shown instead.
      () => left || setCurrent(undefined),
    )
    return () => {
      left = true
    }
  }, [ids, refresh])

  return saved.map((copy) => ({
    // A copy may be months old, and its “was” price and reservation out of date.
    vehicle: current?.get(copy.id) ?? { ...copy, wasPrice: undefined, isReserved: undefined },
    change: current ? savedChange(copy, current.get(copy.id)) : { kind: 'none' },
  }))
}

export function ChangeNote({ change }: { change: SavedChange }) {
  const text = changeText(change)
  return text && <p className="text-sm text-brass">{text}</p>
}

function changeText(change: SavedChange): string | undefined {
  switch (change.kind) {
    case 'sold':
      return 'Sold since you saved it.'
    case 'gone':
      return 'No longer listed.'
    case 'repriced':
      if (change.now === null) return 'Its price is now on application.'
      if (change.before === null) return `Now ${formatPrice(change.now)}.`
      return change.now < change.before
        ? `Reduced from ${formatPrice(change.before)} since you saved it.`
        : `Now ${formatPrice(change.now)}. It was ${formatPrice(change.before)} when you saved it.`
    case 'none':
      return undefined
  }
}
