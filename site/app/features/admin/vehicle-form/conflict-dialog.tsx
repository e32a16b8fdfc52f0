import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import type { LoadedVehicle } from './vehicle-form-queries.ts'

interface ConflictDialogProps {
  /** The vehicle as it is now, after the other admin's save. */
  theirs: LoadedVehicle | null
  onKeepEditing(): void
  onReload(theirs: LoadedVehicle): void
  onOverwrite(theirs: LoadedVehicle): void
}

/** Two admins edited one vehicle: the second decides, and nothing is overwritten unasked. */
export function ConflictDialog({ theirs, onKeepEditing, onReload, onOverwrite }: ConflictDialogProps) {
  return (
    <Dialog
      open={theirs !== null}
      onOpenChange={(open) => !open && onKeepEditing()}
      title="This vehicle was changed by someone else"
      description="Your changes are not saved yet."
      footer={
        theirs && (
          <>
            <Button variant="quiet" onClick={onKeepEditing}>
              Keep Editing
            </Button>
            <Button variant="hairline" onClick={() => onOverwrite(theirs)}>
              Overwrite With Mine
            </Button>
            <Button onClick={() => onReload(theirs)}>Load Their Version</Button>
          </>
        )
      }
    >
      {theirs && (
        <p>
          It was saved on {formatDate(theirs.updated_at)} at {formatTime(theirs.updated_at)}, after you opened it. Load
          that version to see what changed and drop your own changes, or save yours over it.
        </p>
      )}
    </Dialog>
  )
}
