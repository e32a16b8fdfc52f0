import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { EndReservationDialog } from '#app/features/admin/vehicles/end-reservation-dialog.tsx'
import type { Reservable } from '#app/features/admin/vehicles/reservation-queries.ts'
import { ReserveDialog } from '#app/features/admin/vehicles/reserve-dialog.tsx'
import { formatDate } from '#app/lib/dates.ts'

interface ReservationFieldProps {
  vehicle: Reservable
  onSaved(saved: Reservable, before: string): void
}

/** The stored reservation, which is changed in its dialog and not with the form. */
export function ReservationField({ vehicle, onSaved }: ReservationFieldProps) {
  const [dialog, setDialog] = useState<'reserve' | 'end' | null>(null)
  const isReserved = vehicle.vehicle_state === 'Reserved'
  const props = { vehicle, onSaved, onClose: () => setDialog(null) }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-hairline border-t pt-4 text-sm sm:col-span-6">
      <p className="tabular">
        {isReserved && vehicle.reserved_until ? `Reserved until ${formatDate(vehicle.reserved_until)}` : 'Not reserved'}
      </p>
      <Button type="button" size="sm" variant="hairline" onClick={() => setDialog('reserve')}>
        {isReserved ? 'Edit reservation' : 'Reserve'}
      </Button>
      {isReserved && (
        <Button type="button" size="sm" variant="hairline" onClick={() => setDialog('end')}>
          End reservation
        </Button>
      )}
      {dialog === 'reserve' && <ReserveDialog {...props} />}
      {dialog === 'end' && <EndReservationDialog {...props} />}
    </div>
  )
}
