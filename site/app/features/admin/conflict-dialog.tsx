import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import type { FieldChange } from './field-changes.ts'

interface ConflictDialogProps {
  title: string
  /** The start of a sentence that says who saved, and when. */
  saved: string
  /** Whether the other save was made, or may have been made, by this user in another tab or on another device. */
  isOwn?: boolean
  changes: FieldChange[]
  onKeepEditing(): void
  onReload(): void
  onOverwrite(): void
}

/**
 * Shown when someone else has saved while this form was open. The user decides what to keep, and nothing is overwritten
 * without asking.
 */
export function ConflictDialog(props: ConflictDialogProps) {
  const { title, saved, isOwn = false, changes, onKeepEditing, onReload, onOverwrite } = props
  return (
    <Dialog
      open
      onOpenChange={onKeepEditing}
      title={title}
      description="Your changes haven’t been saved yet."
      footer={
        <>
          <Button variant="quiet" onClick={onKeepEditing}>
            Keep editing
          </Button>
          <Button variant="hairline" onClick={onOverwrite}>
            {isOwn ? 'Overwrite with this form' : 'Overwrite with mine'}
          </Button>
          <Button onClick={onReload}>{isOwn ? 'Load saved version' : 'Load their version'}</Button>
        </>
      }
    >
      <p>
        {saved}, after you opened this form. You can load that version and lose your changes, or overwrite it with
        yours.
      </p>
      <Changes changes={changes} />
    </Dialog>
  )
}

function Changes({ changes }: { changes: FieldChange[] }) {
  if (changes.length === 0)
    return <p className="mt-4 text-quiet text-sm">The saved version already matches what’s in this form.</p>
  return (
    <dl aria-label="Changes" className="mt-4 divide-y divide-hairline border-hairline border-y text-sm">
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
