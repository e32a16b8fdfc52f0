import clsx from 'clsx'
import { Heart } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'
import type { ListedVehicle, Vehicle } from '#app/lib/vehicle.ts'
import { removeSavedVehicle, saveVehicle, useIsSaved } from '#app/platform/saved/use-saved.ts'

function useToggle(vehicle: ListedVehicle) {
  const isSaved = useIsSaved(vehicle.id)
  return { isSaved, toggle: () => (isSaved ? removeSavedVehicle(vehicle.id) : saveVehicle(vehicle)) }
}

/** The heart on a card's picture. */
export function SaveHeart({ vehicle }: { vehicle: ListedVehicle }) {
  const { isSaved, toggle } = useToggle(vehicle)
  return (
    <button
      type="button"
      className="save-heart on-dark needs-script"
      aria-pressed={isSaved}
      aria-label={`Save ${vehicle.title}`}
      onClick={toggle}
    />
  )
}

/** The button on the vehicle page. */
export function SaveToggle({ vehicle, className }: { vehicle: Vehicle; className?: string }) {
  const { isSaved, toggle } = useToggle(vehicle)
  return (
    <Button variant="quiet" className={clsx('needs-script', className)} aria-pressed={isSaved} onClick={toggle}>
      <Heart
        aria-hidden
        className={clsx('size-5 transition-colors', isSaved && 'fill-brass text-brass')}
        strokeWidth={1.5}
      />
      {isSaved ? 'Saved' : 'Save'}
    </Button>
  )
}
