import { ConflictDialog } from '#app/features/admin/conflict-dialog.tsx'
import type { FieldChange } from '#app/features/admin/field-changes.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import type { Conflict } from './use-save-vehicle.ts'
import type { LoadedVehicle } from './vehicle-form-queries.ts'

interface VehicleConflictProps {
  conflict: Conflict
  changes: FieldChange[]
  onKeepEditing(): void
  onReload(theirs: LoadedVehicle): void
  onOverwrite(theirs: LoadedVehicle): void
}

export function VehicleConflict({ conflict, changes, onKeepEditing, onReload, onOverwrite }: VehicleConflictProps) {
  const { theirs, isOwn, author } = conflict
  const when = `on ${formatDate(theirs.updated_at)} at ${formatTime(theirs.updated_at)}`
  return (
    <ConflictDialog
      isOwn={isOwn}
      title={isOwn ? 'You changed this vehicle elsewhere' : 'This vehicle was changed by someone else'}
      saved={`${isOwn ? 'You' : (author ?? 'Someone')} saved this vehicle ${when}`}
      changes={changes}
      onKeepEditing={onKeepEditing}
      onReload={() => onReload(theirs)}
      onOverwrite={() => onOverwrite(theirs)}
    />
  )
}
