import { queryOptions } from '@tanstack/react-query'
import { browserRest } from '#app/lib/backend.ts'

/** What a reservation needs to know about its vehicle. */
export interface Reservable {
  id: string
  title: string
  sold: boolean
  reserved_until: string | null
  vehicle_state: string | null
  updated_at: string
}

const RESERVABLE = 'id, title, sold, reserved_until, vehicle_state, updated_at' as const

/** The last day and what staff have noted. */
export interface Reservation {
  until: string
  note: string
  person: { id: string; name: string } | null
}

/** Null if there is none, or if it was for a person who has been erased. */
export const reservationOf = (vehicleId: string) =>
  queryOptions({
    queryKey: ['vehicles', 'reservation', vehicleId],
    queryFn: async () => {
      const { data, error } = await browserRest()
        .from('vehicle_reservations')
        .select('note, reserved_at, people(id, name, email, phone), profiles(first_name, last_name, email)')
        .eq('vehicle_id', vehicleId)
        .maybeSingle()
      if (error) throw error
      return data
    },
    staleTime: 0,
    gcTime: 0,
    // Another read would replace what is being typed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

interface SaveReservation {
  vehicle: Reservable
  /** Null ends the reservation. */
  reservation: Reservation | null
}

const CHANGED_BY_SOMEONE_ELSE = 'PT409'

/**
 * Returns the vehicle as saved. If it has changed since it was read, nothing is saved, and what the vehicle is now is
 * returned instead; null if it has been deleted.
 */
export async function saveReservation({ vehicle, reservation }: SaveReservation) {
  const { data, error } = await browserRest()
    .rpc('reserve_vehicle', {
      _vehicle_id: vehicle.id,
      // The generated types do not know that null is allowed.
      _until: (reservation?.until ?? null) as string,
      _note: reservation?.note,
      _person_id: reservation?.person?.id,
      _expected_updated_at: vehicle.updated_at,
    })
    .select(RESERVABLE)
  const [saved] = data ?? []
  if (saved) return { saved, changed: null }
  if (error && error.code !== CHANGED_BY_SOMEONE_ELSE && error.code !== 'PT404') throw error
  const now = await browserRest().from('vehicles').select(RESERVABLE).eq('id', vehicle.id).maybeSingle()
  if (now.error) throw now.error
  return { saved: null, changed: now.data }
}
