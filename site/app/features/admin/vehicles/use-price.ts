import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#app/components/ui/toast.tsx'
import { syncListing } from '#app/features/admin/listing-sync.ts'
import { formatPrice } from '#app/lib/money.ts'
import { nextSyncAction } from '#supabase/functions/_shared/autotrader-transition.ts'
import { changePrice, type VehicleRow } from './vehicle-queries.ts'

const LIST = ['vehicles']

/** A version of the vehicle that the user has seen. */
export type Seen = Pick<VehicleRow, 'asking_price' | 'updated_at'>

/** Saves a price entered in the list. `onProblem` says why it wasn't saved, and shows the version in the way, if any. */
export function usePrice(vehicle: VehicleRow, onProblem: (problem: string, changed?: Seen) => void) {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ price, seen }: { price: number; seen: Seen }) => changePrice(vehicle.id, seen.updated_at, price),
    // The new price is shown until the list has been read again, with the version that the next change is checked against.
    onSuccess: async ({ saved, changed }) => {
      if (saved) toast.success('Vehicle updated successfully!')
      else if (!changed) toast.error('Vehicle not found')
      await client.invalidateQueries({ queryKey: LIST })
      if (saved) {
        const action = nextSyncAction(vehicle, saved)
        if (action) void syncListing(saved.id, action)
        void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== LIST[0] })
      } else if (changed) {
        onProblem(
          `This vehicle has just been changed. Its price is now ${formatPrice(changed.asking_price)}. To save yours, press Enter.`,
          changed,
        )
      }
    },
    onError: () => {
      toast.error('There was an error saving the vehicle. Please try again.')
      onProblem('Not saved. To try again, press Enter.')
    },
  })
  return { save: mutate, shown: isPending ? variables.price : vehicle.asking_price, isSaving: isPending }
}
