import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { Field, Input, Textarea } from '#app/components/ui/field.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { nameOf } from '#app/features/admin/lead/lead-queries.ts'
import { personName } from '#app/features/admin/people/person.schema.ts'
import { PersonField } from '#app/features/admin/people/person-field.tsx'
import { formatDate, londonDate } from '#app/lib/dates.ts'
import { type Reservable, type Reservation, reservationOf } from './reservation-queries.ts'
import { canBeReserved, changeInWords, newReservation, reservationProblem } from './reservation-rules.ts'
import { useReservation } from './use-reservation.ts'

const NOTE_LENGTH = 2000

interface ReserveDialogProps {
  vehicle: Reservable
  onClose(): void
  onSaved?(saved: Reservable, before: string): void
}

/** Reserves a vehicle, or changes its reservation. */
export function ReserveDialog(props: ReserveDialogProps) {
  const { vehicle, onClose } = props
  const isReserved = vehicle.vehicle_state === 'Reserved'
  const { data, isSuccess, isError } = useQuery({ ...reservationOf(vehicle.id), enabled: isReserved })
  if (!isReserved) return <ReservationForm {...props} stored={newReservation()} />
  if (isSuccess) {
    const person = data?.people && { id: data.people.id, name: personName(data.people) }
    const stored = { until: vehicle.reserved_until ?? '', note: data?.note ?? '', person: person ?? null }
    const by = data && nameOf(data.profiles)
    const made = data && `Reserved ${by ? `by ${by} ` : ''}on ${formatDate(data.reserved_at)}`
    return <ReservationForm {...props} stored={stored} made={made} />
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} size="sm" title={EDIT} description={vehicle.title}>
      {isError ? <Alert tone="danger">We couldn’t load the reservation. Please try again.</Alert> : <Loading />}
    </Dialog>
  )
}

const EDIT = 'Edit reservation'

interface ReservationFormProps extends ReserveDialogProps {
  stored: Reservation
  /** Who made the reservation, and when. */
  made?: string | null
}

function ReservationForm({ vehicle, stored, made, onClose, onSaved }: ReservationFormProps) {
  const [reservation, setReservation] = useState(stored)
  const [changed, setChanged] = useState<Reservable | null>(null)
  const set = (change: Partial<Reservation>) => setReservation({ ...reservation, ...change })
  const { save, isSaving } = useReservation({
    onSaved(saved, before) {
      onSaved?.(saved, before)
      onClose()
    },
    onChanged: setChanged,
    onGone: onClose,
  })
  const problem = reservationProblem(reservation.until)
  const label = vehicle.vehicle_state === 'Reserved' ? 'Save reservation' : 'Reserve'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={vehicle.vehicle_state === 'Reserved' ? EDIT : 'Reserve vehicle'}
      description={vehicle.title}
      footer={
        <>
          <Button variant="hairline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={isSaving}
            disabled={problem !== undefined || (changed !== null && !canBeReserved(changed))}
            onClick={() => save({ vehicle: changed ?? vehicle, reservation })}
          >
            {label}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {changed && <Alert tone="warning">{changeInWords(changed, label)}</Alert>}
        <Field
          label="Reserved until"
          required
          hint="The reservation ends by itself after this day. Buyers see that the car is reserved, and can still enquire."
          error={problem}
        >
          <Input
            type="date"
            min={londonDate()}
            value={reservation.until}
            onChange={(event) => set({ until: event.target.value })}
            className="tabular"
          />
        </Field>
        <PersonField
          label="Reserved for"
          noun="person"
          person={reservation.person}
          onChange={(person) => set({ person })}
        />
        <Field label="Note" optional hint="Only staff can see it. It’s deleted when the reservation ends.">
          <Textarea
            rows={3}
            maxLength={NOTE_LENGTH}
            value={reservation.note}
            onChange={(event) => set({ note: event.target.value })}
          />
        </Field>
        {made && <p className="text-quiet text-xs">{made}</p>}
      </div>
    </Dialog>
  )
}

const Loading = () => (
  <div aria-busy className="grid gap-5">
    <Skeleton className="h-20" />
    <Skeleton className="h-24" />
  </div>
)
