import { type FormEvent, useId, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { Field, Input } from '#app/components/ui/field.tsx'
import { pluralise } from '#app/lib/pluralise.ts'
import { MAKE_LENGTH, MODEL_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import { movesPage, type Name, nameOf } from './make-queries.ts'
import { MoveProgress } from './move-progress.tsx'
import { useRenaming } from './use-renaming.ts'

interface RenameDialogProps {
  name: Name
  onClose(): void
}

export function RenameDialog({ name, onClose }: RenameDialogProps) {
  const old = nameOf(name)
  const formId = useId()
  const [text, setText] = useState(old)
  const { run, moved, problem } = useRenaming(name, onClose)
  const entered = text.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (entered === old) onClose()
    else void run(entered, false)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={`Rename ${old}`}
      description={`${pluralise(name.vehicles, 'vehicle gets', 'vehicles get')} the new name. Titles and descriptions stay as they are.`}
      footer={
        <>
          <Button variant="hairline" onClick={onClose}>
            {moved === null ? 'Cancel' : 'Stop'}
          </Button>
          <Button type="submit" form={formId} loading={moved !== null} disabled={entered === ''}>
            Rename
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="grid gap-4">
        <Field
          label="New name"
          required
          hint={
            entered !== '' &&
            movesPage(name, entered) &&
            'The page of this make on your website gets a new address. Links to the old one will stop working.'
          }
        >
          <Input
            value={text}
            maxLength={name.model === null ? MAKE_LENGTH : MODEL_LENGTH}
            autoComplete="off"
            readOnly={moved !== null}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <MoveProgress moved={moved} total={name.vehicles} problem={problem} />
      </form>
    </Dialog>
  )
}
