import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import type { ListedPerson } from './people-queries.ts'
import { personName } from './person.schema.ts'

interface MergeDialogProps {
  person: ListedPerson
  other: ListedPerson
  isBusy: boolean
  onConfirm(): void
  onClose(): void
}

/** Says what a merge does before it happens. */
export function MergeDialog({ person, other, isBusy, onConfirm, onClose }: MergeDialogProps) {
  const [kept, merged] = [personName(person), personName(other)]
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Merge ${merged} into ${kept}?`}
      description={`This page will also show what ${merged} has sent, and everything they send from now on. The details of ${kept} stay the same, and nothing is deleted. You can undo this for a day.`}
      confirmLabel="Merge"
      loading={isBusy}
      onConfirm={onConfirm}
    />
  )
}
