import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#app/components/ui/toast.tsx'
import { syncListing } from '#app/features/admin/listing-sync.ts'
import { nextSyncAction } from '#supabase/functions/_shared/autotrader-transition.ts'
import { type Reservable, saveReservation } from './reservation-queries.ts'

interface Outcome {
  /** `before` is the version that was changed. */
  onSaved(saved: Reservable, before: string): void
  /** Someone else has changed the vehicle. */
  onChanged(changed: Reservable): void
  onGone(): void
}

/** Reserves a vehicle, changes its reservation or ends it. */
export function useReservation({ onSaved, onChanged, onGone }: Outcome) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: saveReservation,
    onSuccess: ({ saved, changed }, { vehicle }) => {
      if (saved) {
        toast.success(saved.reserved_until ? `${vehicle.title} is reserved` : `${vehicle.title} is no longer reserved`)
        onSaved(saved, vehicle.updated_at)
        const action = nextSyncAction(vehicle, saved)
        if (action) void syncListing(saved.id, action)
      } else if (changed) {
        onChanged(changed)
      } else {
        toast.error('Vehicle not found')
        onGone()
      }
      void client.invalidateQueries()
    },
    onError: () => toast.error('There was an error saving the vehicle. Please try again.'),
  })
  return { save: mutate, isSaving: isPending }
}
