import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { ConflictDialog } from '#app/features/admin/conflict-dialog.tsx'
import { changedFields } from '#app/features/admin/field-changes.ts'
import { personPath } from './people-queries.ts'
import {
  CONSENTS,
  NEW_PERSON,
  PERSON_FIELDS,
  type PersonValues,
  personName,
  personSchema,
  toValues,
} from './person.schema.ts'
import { PersonFields } from './person-fields.tsx'
import { addPerson, EditConflict, KnownAddress, type Person, personQuery, savePerson } from './person-queries.ts'

interface PersonDialogProps {
  /** The person to edit; undefined to add one. */
  person?: Person
  onSaved(id: string): void
  onClose(): void
}

/** Adds or edits a person. */
export function PersonDialog({ person, onSaved, onClose }: PersonDialogProps) {
  const formId = useId()
  const client = useQueryClient()
  /** The stored version that a save replaces. */
  const [opened, setOpened] = useState(person)
  const [theirs, setTheirs] = useState<Person | null>(null)
  const form = useForm<PersonValues>({
    defaultValues: person ? toValues(person) : NEW_PERSON,
    resolver: zodResolver(personSchema),
  })

  const findConflict = async (id: string) => {
    const now = await client.fetchQuery({ ...personQuery(id), staleTime: 0 }).catch(() => undefined)
    if (now && 'person' in now) setTheirs(now.person)
    else if (now === undefined) toast.error('Failed to save the person')
    // Merged or erased: the page says so.
    else onClose()
  }
  const saving = useMutation({
    mutationFn: async ({ values, over }: { values: PersonValues; over: Person | undefined }) => {
      if (!over) return addPerson(values)
      await savePerson(over, values)
      return over.id
    },
    onSuccess: async (id) => {
      toast.success(person ? 'Person saved' : 'Person added')
      await client.invalidateQueries({ queryKey: ['people'] })
      onSaved(id)
    },
    onError: async (error, { over }) => {
      if (over && error instanceof EditConflict) await findConflict(over.id)
      else if (!(error instanceof KnownAddress)) toast.error('Failed to save the person')
    },
  })
  const { error } = saving

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={person ? 'Edit person' : 'Add person'}
      footer={
        <>
          <Button variant="hairline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={saving.isPending}>
            {person ? 'Save changes' : 'Add person'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={form.handleSubmit((values) => saving.mutate({ values, over: opened }))}
        className="grid gap-5 sm:grid-cols-2"
      >
        {error instanceof KnownAddress && (
          <Alert tone="warning" className="sm:col-span-2">
            This email address belongs to{' '}
            <TextLink to={personPath(error.other.id)} onClick={onClose}>
              {personName(error.other)}
            </TextLink>
            . {person ? 'If they’re the same person, merge the two.' : 'You can add what you know there.'}
          </Alert>
        )}
        <PersonFields form={form} />
      </form>
      {theirs && opened && (
        <ConflictDialog
          isOwn
          title="This person was changed elsewhere"
          saved="Someone else changed this person, or you did in another tab"
          changes={changedFields(FIELD_TEXTS, toValues(opened), toValues(theirs), form.getValues())}
          onKeepEditing={() => setTheirs(null)}
          onReload={() => {
            form.reset(toValues(theirs))
            setOpened(theirs)
            setTheirs(null)
          }}
          onOverwrite={() => {
            setOpened(theirs)
            setTheirs(null)
            saving.mutate({ values: form.getValues(), over: theirs })
          }}
        />
      )}
    </Dialog>
  )
}

const FIELD_TEXTS = {
  names: Object.keys(PERSON_FIELDS) as (keyof PersonValues)[],
  labelOf: (name: keyof PersonValues) => PERSON_FIELDS[name],
  toText: (values: PersonValues, name: keyof PersonValues) =>
    name === 'consent' ? CONSENTS[values.consent] : values[name],
}
