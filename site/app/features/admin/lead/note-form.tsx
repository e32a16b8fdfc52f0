import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '#app/components/ui/button.tsx'
import { Field, Textarea } from '#app/components/ui/field.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { type LeadReference, leadKey } from '#app/features/admin/enquiries/inbox-queries.ts'
import { NOTE_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import { useKeptText } from './kept-text.ts'
import { addEvent, deskKey } from './lead-queries.ts'

const WORDS = {
  note: {
    label: 'Note',
    hint: 'Only staff can read it.',
    button: 'Add note',
    done: 'Note added',
    failed: 'Failed to add the note',
  },
  call: {
    label: 'How did the call go?',
    hint: 'Only staff can read it. The lead then counts as answered.',
    button: 'Save call',
    done: 'Call noted',
    failed: 'Failed to save the call',
  },
}

interface NoteFormProps {
  reference: LeadReference
  event: 'note' | 'call'
  /** Whose draft it is. */
  userId: string
}

export function NoteForm({ reference, event, userId }: NoteFormProps) {
  const client = useQueryClient()
  const words = WORDS[event]
  const draft = useKeptText(`${event}-${userId}-${reference.id}`, { body: '' })
  const { mutate, isPending } = useMutation({
    mutationFn: () => addEvent(reference, draft.id, event, draft.text.body.trim()),
    onSuccess: () => {
      draft.clear()
      toast.success(words.done)
      void client.invalidateQueries({ queryKey: leadKey(reference) })
      return client.invalidateQueries({ queryKey: deskKey(reference) })
    },
    onError: () => toast.error(words.failed),
  })
  return (
    <form
      className="grid gap-3"
      onSubmit={(submitted) => {
        submitted.preventDefault()
        if (!isPending) mutate()
      }}
    >
      <Field label={words.label} hint={words.hint}>
        <Textarea
          rows={3}
          maxLength={NOTE_LENGTH}
          className="scroll-mb-28"
          value={draft.text.body}
          readOnly={isPending}
          onChange={({ target }) => draft.change({ body: target.value })}
        />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" loading={isPending} disabled={draft.text.body.trim() === ''}>
          {words.button}
        </Button>
      </div>
    </form>
  )
}
