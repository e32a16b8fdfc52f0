import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#app/components/ui/toast.tsx'
import { syncListing } from '#app/features/admin/listing-sync.ts'
import { UNFEATURED_NOTICE } from '#app/features/admin/sold-rules.ts'
import { nextSyncAction } from '#supabase/functions/_shared/autotrader-transition.ts'
import { changeAvailability, type VehicleRow } from './vehicle-queries.ts'

interface Change {
  vehicle: VehicleRow
  /** The vehicle is marked as sold until this date; null makes it available. */
  soldUntil: string | null
  featured: boolean
}

/** Marks vehicles in the list as sold or featured. The effects are the same as in the form. */
export function useAvailability() {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ vehicle, soldUntil, featured }: Change) =>
      changeAvailability(vehicle.id, { sold: soldUntil !== null, featured, sold_expiry_date: soldUntil }),
    onSuccess: (saved, change) => {
      if (saved.sold && change.vehicle.featured) toast.info(UNFEATURED_NOTICE)
      toast.success(outcome(change))
      const action = nextSyncAction(change.vehicle, saved)
      if (action) void syncListing(saved.id, action)
    },
    onError: () => toast.error('There was an error saving the vehicle. Please try again.'),
    onSettled: () => client.invalidateQueries(),
  })
  return { change: mutate, isChanging: isPending }
}

function outcome({ vehicle, soldUntil, featured }: Change): string {
  if (soldUntil !== null) return `${vehicle.title} marked as sold`
  if (vehicle.sold) return `${vehicle.title} is available again`
  return featured ? `${vehicle.title} is featured` : `${vehicle.title} is no longer featured`
}
