import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#app/components/ui/dialog.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { EXPIRY_HELP, earliestExpiry, usualExpiry } from '#app/features/admin/sold-rules.ts'
import { useAvailability } from './use-availability.ts'
import type { VehicleRow } from './vehicle-queries.ts'

interface SoldDialogProps {
  vehicle: VehicleRow
  onClose(): void
}

/** Asks before a vehicle leaves the stock, or comes back: its advert elsewhere goes and comes with it. */
export function SoldDialog({ vehicle, onClose }: SoldDialogProps) {
  return vehicle.sold ? (
    <AvailableDialog vehicle={vehicle} onClose={onClose} />
  ) : (
    <MarkSoldDialog vehicle={vehicle} onClose={onClose} />
  )
}

function MarkSoldDialog({ vehicle, onClose }: SoldDialogProps) {
  const { change, isChanging } = useAvailability()
  const [date, setDate] = useState(usualExpiry)
  const problem = date < earliestExpiry() ? 'The expiry date must be tomorrow or later' : undefined
  const markSold = () => change({ vehicle, soldUntil: date, featured: false }, { onSuccess: onClose })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title="Mark as Sold"
      description={vehicle.title}
      footer={
        <>
          <Button variant="hairline" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isChanging} disabled={problem !== undefined} onClick={markSold}>
            Mark as Sold
          </Button>
        </>
      }
    >
      <Field label="Sold Expiry Date" required hint={EXPIRY_HELP} error={problem}>
        <Input
          type="date"
          min={earliestExpiry()}
          value={date}
          onChange={(event) => setDate(event.target.value)}
          className="tabular"
        />
      </Field>
    </Dialog>
  )
}

function AvailableDialog({ vehicle, onClose }: SoldDialogProps) {
  const { change, isChanging } = useAvailability()
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Mark as Available"
      description={`${vehicle.title} is offered for sale again and loses its sold expiry date.`}
      confirmLabel="Mark as Available"
      loading={isChanging}
      onConfirm={() => change({ vehicle, soldUntil: null, featured: false }, { onSuccess: onClose })}
    />
  )
}
