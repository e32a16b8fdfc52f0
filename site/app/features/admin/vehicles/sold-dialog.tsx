import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#app/components/ui/dialog.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { EXPIRY_HELP, earliestExpiry, usualExpiry } from '#app/features/admin/sold-rules.ts'
import { OpenLeads } from './open-leads.tsx'
import { useAvailability } from './use-availability.ts'
import type { VehicleRow } from './vehicle-queries.ts'

interface SoldDialogProps {
  vehicle: VehicleRow
  onClose(): void
}

/** Asks before a vehicle is marked as sold or available again, because its AutoTrader advert changes with it. */
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
      title="Mark as sold"
      description={vehicle.title}
      footer={
        <>
          <Button variant="hairline" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isChanging} disabled={problem !== undefined} onClick={markSold}>
            Mark as sold
          </Button>
        </>
      }
    >
      <Field label="Sold expiry date" required hint={EXPIRY_HELP} error={problem}>
        <Input
          type="date"
          min={earliestExpiry()}
          value={date}
          onChange={(event) => setDate(event.target.value)}
          className="tabular"
        />
      </Field>
      <OpenLeads vehicleId={vehicle.id} />
    </Dialog>
  )
}

function AvailableDialog({ vehicle, onClose }: SoldDialogProps) {
  const { change, isChanging } = useAvailability()
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Mark as available"
      description={`${vehicle.title} will be offered for sale again, and we’ll remove its sold expiry date.`}
      confirmLabel="Mark as available"
      loading={isChanging}
      onConfirm={() => change({ vehicle, soldUntil: null, featured: false }, { onSuccess: onClose })}
    />
  )
}
