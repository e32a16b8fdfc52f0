import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import type { FieldChange } from './field-changes.ts'

interface ConflictDialogProps {
  title: string
  /** Who saved what, and when. */
  saved: string
  /** By the one who edits, from another tab or device, or perhaps by them. */
  isOwn?: boolean
  changes: FieldChange[]
  onKeepEditing(): void
  onReload(): void
  onOverwrite(): void
}

/** What is edited here was saved elsewhere meanwhile: the second decides, and nothing is overwritten unasked. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { title, saved, isOwn = false, changes, onKeepEditing, onReload, onOverwrite } = props
  return (
    <Dialog
      open
      onOpenChange={onKeepEditing}
      title={title}
      description="Your changes are not saved yet."
      footer={
        <>
          <Button variant="quiet" onClick={onKeepEditing}>
            Keep Editing
          </Button>
          <Button variant="hairline" onClick={onOverwrite}>
            {isOwn ? 'Overwrite With These' : 'Overwrite With Mine'}
          </Button>
          <Button onClick={onReload}>{isOwn ? 'Load Saved Version' : 'Load Their Version'}</Button>
        </>
      }
    >
      <p>
        {saved}, after this form was opened. Load that version and drop the changes made here, or save these over it.
      </p>
      <Changes changes={changes} />
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
