import { useState } from 'react'
import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import { formatDate } from '#app/lib/dates.ts'
import type { Reservable } from './reservation-queries.ts'
import { useReservation } from './use-reservation.ts'

interface EndReservationProps {
  vehicle: Reservable
  onClose(): void
  onSaved?(saved: Reservable, before: string): void
}

export function EndReservationDialog({ vehicle, onClose, onSaved }: EndReservationProps) {
  const [changed, setChanged] = useState<Reservable | null>(null)
  const { save, isSaving } = useReservation({
    onSaved(saved, before) {
      onSaved?.(saved, before)
      onClose()
    },
    onChanged: (now) => (now.reserved_until ? setChanged(now) : onClose()),
    onGone: onClose,
  })
  const description = changed?.reserved_until
    ? `This vehicle has just been changed by someone else. It’s now reserved until ${formatDate(changed.reserved_until)}. Do you still want to end the reservation?`
    : `${vehicle.title} will no longer be marked as reserved, and the note about its reservation will be deleted.`
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="End reservation"
      description={description}
      confirmLabel="End reservation"
      loading={isSaving}
      onConfirm={() => save({ vehicle: changed ?? vehicle, reservation: null })}
    />
  )
}
