import type { ListedVehicle } from '#app/lib/vehicle.ts'
import { removeSavedVehicle, saveVehicle, useIsSaved } from '#app/platform/saved/use-saved.ts'

export function useSaveToggle(vehicle: ListedVehicle) {
  const isSaved = useIsSaved(vehicle.id)
  return { isSaved, toggle: () => (isSaved ? removeSavedVehicle(vehicle.id) : saveVehicle(vehicle)) }
}

/** The heart on a card's picture. */
export function SaveHeart({ vehicle }: { vehicle: ListedVehicle }) {
  const { isSaved, toggle } = useSaveToggle(vehicle)
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
