import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import type { Conflict } from './use-save-vehicle.ts'
import type { FieldChange } from './vehicle-changes.ts'
import type { LoadedVehicle } from './vehicle-form-queries.ts'

interface ConflictDialogProps {
  conflict: Conflict | null
  changes: FieldChange[]
  onKeepEditing(): void
  onReload(theirs: LoadedVehicle): void
  onOverwrite(theirs: LoadedVehicle): void
}

/** A vehicle was saved elsewhere while it was edited here: the second decides, and nothing is overwritten unasked. */
export function ConflictDialog({ conflict, changes, onKeepEditing, onReload, onOverwrite }: ConflictDialogProps) {
  const isOwn = conflict?.isOwn ?? false
  return (
    <Dialog
      open={conflict !== null}
      onOpenChange={(open) => !open && onKeepEditing()}
      title={isOwn ? 'You changed this vehicle elsewhere' : 'This vehicle was changed by someone else'}
      description="Your changes are not saved yet."
      footer={
        conflict && (
          <>
            <Button variant="quiet" onClick={onKeepEditing}>
              Keep Editing
            </Button>
            <Button variant="hairline" onClick={() => onOverwrite(conflict.theirs)}>
              {isOwn ? 'Overwrite With These' : 'Overwrite With Mine'}
            </Button>
            <Button onClick={() => onReload(conflict.theirs)}>
              {isOwn ? 'Load Saved Version' : 'Load Their Version'}
            </Button>
          </>
        )
      }
    >
      {conflict && (
        <>
          <p>
            {isOwn ? 'You saved it' : `${conflict.author ?? 'Someone'} saved it`} on{' '}
            {formatDate(conflict.theirs.updated_at)} at {formatTime(conflict.theirs.updated_at)}, after this form was
            opened. Load that version and drop the changes made here, or save these over it.
          </p>
          <Changes changes={changes} />
        </>
      )}
    </Dialog>
  )
}

function Changes({ changes }: { changes: FieldChange[] }) {
  if (changes.length === 0) return <p className="mt-4 text-quiet text-sm">Nothing in it differs from this form.</p>
  return (
    <dl aria-label="What changed" className="mt-4 divide-y divide-hairline border-hairline border-y text-sm">
      {changes.map(({ label, before, now, mine }) => (
        <div key={label} className="grid gap-1 py-2.5 sm:grid-cols-[9rem_1fr]">
          <dt className="text-quiet">{label}</dt>
          <dd className="min-w-0 break-words">
            {before !== null && (
              <>
                <del className="text-quiet">{before}</del> <span aria-hidden>→</span>{' '}
              </>
            )}
            <ins className="no-underline">{now}</ins>
            {mine !== null && <span className="block text-quiet">In this form: {mine}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
