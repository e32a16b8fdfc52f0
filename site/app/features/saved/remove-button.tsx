import { X } from 'lucide-react'
import type { ListedVehicle } from '#app/lib/vehicle.ts'
import { removeSavedVehicle } from '#app/platform/saved/use-saved.ts'

/** In the corner of a card in the saved list. */
export function RemoveButton({ vehicle }: { vehicle: ListedVehicle }) {
  return (
    <button
      type="button"
      className="vehicle-card-remove on-dark inline-flex h-11 items-center gap-1.5 bg-page/72 px-3 text-sm transition-colors hover:bg-page"
      aria-label={`Remove ${vehicle.title} from saved list`}
      onClick={() => removeSavedVehicle(vehicle.id)}
    >
      <X aria-hidden className="size-4" strokeWidth={1.5} />
      <span className="vehicle-card-remove-word">Remove</span>
    </button>
  )
}
