import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { useErrorToast } from '#app/features/admin/use-error-toast.ts'
import { pluralise } from '#app/lib/pluralise.ts'
import { mergeChoices, movesPage, type Name, nameOf } from './make-queries.ts'
import { MoveProgress } from './move-progress.tsx'
import { useRenaming } from './use-renaming.ts'

interface MergeDialogProps {
  name: Name
  onClose(): void
}

const inWords = (vehicles: number) => pluralise(vehicles, 'vehicle', 'vehicles')

/** Chooses what to merge into, and says what will happen. */
export function MergeDialog({ name, onClose }: MergeDialogProps) {
  const merged = nameOf(name)
  const { data, isError } = useQuery(mergeChoices(name))
  useErrorToast(isError, 'Failed to fetch car makes')
  const [chosen, setChosen] = useState(name.sameAs ?? '')
  const { run, moved, problem } = useRenaming(name, onClose)
  const others = (data ?? []).filter((other) => nameOf(other) !== merged)
  const target = others.find((other) => nameOf(other) === chosen)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={`Merge ${merged}`}
      description="This can’t be undone. Titles and descriptions stay as they are."
      footer={
        <>
          <Button variant="hairline" onClick={onClose}>
            {moved === null ? 'Cancel' : 'Stop'}
          </Button>
          <Button loading={moved !== null} disabled={!target} onClick={() => void run(chosen, true)}>
            Merge
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="Merge into" required>
          <Select
            value={chosen}
            placeholder={name.model === null ? 'Select make' : 'Select model'}
            disabled={moved !== null}
            options={others.map((other) => ({ value: nameOf(other), label: `${nameOf(other)} (${other.vehicles})` }))}
            onValueChange={setChosen}
          />
        </Field>
        {target && moved === null && (
          <p className="text-sm">
            {name.vehicles > 0 &&
              `${inWords(name.vehicles)} will move to ${chosen}, which will then have ${inWords(target.vehicles + name.vehicles)}. `}
            {merged} will no longer exist
            {movesPage(name, chosen) && ', and links to its page on your website will stop working'}.
          </p>
        )}
        <MoveProgress moved={moved} total={name.vehicles} problem={problem} />
      </div>
    </Dialog>
  )
}
