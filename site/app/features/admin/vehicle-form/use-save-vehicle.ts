import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toast } from '#app/components/ui/toast.tsx'
import { syncListing } from '#app/features/admin/listing-sync.ts'
import { refusalInWords } from '#app/features/admin/refusal-in-words.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { nextSyncAction } from '#supabase/functions/_shared/autotrader-transition.ts'
import { type Authorship, findAuthors } from './vehicle-authors.ts'
import {
  carMakes,
  EditConflict,
  isVehicleGone,
  keepCarMake,
  type LoadedVehicle,
  saveVehicle,
  type VehicleSave,
  vehicleToEdit,
} from './vehicle-form-queries.ts'

/** The vehicle being edited: its id, the version on screen, and whether that version was sold. */
export type Editing = NonNullable<VehicleSave['editing']>

export interface Conflict extends Authorship {
  /** The vehicle as stored by the other save. */
  theirs: LoadedVehicle
}

interface SaveOutcome {
  onSaved(): void
  onGone(): void
}

/** Saves, syncs with AutoTrader and shows the outcome. Conflicts are returned for the admin to resolve. */
export function useSaveVehicle({ onSaved, onGone }: SaveOutcome) {
  const client = useQueryClient()
  const userId = useSession().user?.id
  const [conflict, setConflict] = useState<Conflict | null>(null)
  // A second Ctrl+S can come before the button is disabled, and would add the vehicle twice.
  const isUnderWay = useRef(false)

  const findConflict = async (editing: Editing) => {
    const [theirs, authorship] = await Promise.all([
      client.fetchQuery(vehicleToEdit(editing.id)).catch(() => undefined),
      findAuthors(editing.id, editing.updatedAt, userId),
    ])
    if (theirs) setConflict({ theirs, ...authorship })
    else if (theirs === null) onGone()
    else toast.error('There was an error saving the vehicle. Please try again.')
  }

  const saving = useMutation({
    mutationFn: async (what: VehicleSave) => {
      const { parsed, editing } = what
      const saved = await saveVehicle(what)
      // The vehicle is saved; its make only lacks its own page until the next save.
      if (!client.getQueryData(carMakes.queryKey)?.includes(parsed.make)) await keepCarMake(parsed.make).catch(() => {})
      const action = nextSyncAction(editing, { sold: saved.sold })
      if (action) await syncListing(saved.id, action)
    },
    onSuccess: async (_, { editing }) => {
      toast.success(editing ? 'Vehicle updated successfully!' : 'Vehicle added successfully!')
      onSaved()
      await client.invalidateQueries()
    },
    onError: async (error, { editing }) => {
      if (editing && error instanceof EditConflict) return findConflict(editing)
      if (editing && isVehicleGone(error)) return onGone()
      toast.error(refusalInWords(error) ?? 'There was an error saving the vehicle. Please try again.')
    },
    // After a successful save the form is about to close, so it must not save again.
    onSettled: (_, error) => {
      if (error) isUnderWay.current = false
    },
  })
  const save = (what: VehicleSave) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    saving.mutate(what)
  }

  return { save, isSaving: saving.isPending, conflict, closeConflict: () => setConflict(null) }
}
