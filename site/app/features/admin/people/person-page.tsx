import { ArrowLeft, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { useReturnToList } from '#app/features/admin/list/list-place.ts'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { formatDate } from '#app/lib/dates.ts'
import { ChoosePersonDialog } from './choose-person-dialog.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import type { ListedPerson } from './people-queries.ts'
import { personName } from './person.schema.ts'
import { PersonCard } from './person-card.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { AlsoKnownAs, PerhapsTheSame } from './person-group.tsx'
import { PersonLeads } from './person-leads.tsx'
import { PersonMenu } from './person-menu.tsx'
import type { KnownPerson } from './person-queries.ts'
import { usePersonActions } from './use-person-actions.ts'

type Open = 'edit' | 'choose' | 'erase' | { merge: ListedPerson } | null

export function PersonPage({ known, isAdmin }: { known: KnownPerson; isAdmin: boolean }) {
  const { person, merged } = known
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const { merging, undoing, exporting, erasing, refusal } = usePersonActions(person, close)
  const list = useReturnToList('/admin/people')
  return (
    <>
      <PathLink {...list} className="mb-4 inline-flex min-h-6 items-center gap-2 text-quiet text-sm hover:text-ink">
        <ArrowLeft aria-hidden className="size-4" strokeWidth={1.5} /> Back to People
      </PathLink>
      <ScreenHeader
        title={personName(person)}
        note={`Last contact on ${formatDate(person.last_contact_at)}${person.is_demo ? ' · Demo' : ''}`}
        action={
          <>
            <Button variant="hairline" onClick={() => setOpen('edit')}>
              <Pencil aria-hidden strokeWidth={1.5} /> Edit
            </Button>
            <PersonMenu
              isAdmin={isAdmin}
              onMerge={() => setOpen('choose')}
              onExport={(format) => exporting.mutate(format)}
              onErase={() => setOpen('erase')}
            />
          </>
        }
      />
      <div className="grid items-start gap-5 xl:grid-cols-[5fr_7fr]">
        <div className="grid gap-5">
          <PersonCard known={known} isAdmin={isAdmin} />
          <AlsoKnownAs merged={merged} isBusy={undoing.isPending} onUndo={(row) => undoing.mutate(row)} />
          <PerhapsTheSame known={known} onMerge={(other) => setOpen({ merge: other })} />
        </div>
        <PersonLeads ids={[person, ...merged].map(({ id }) => id)} />
      </div>
      {open === 'edit' && <PersonDialog person={person} onSaved={close} onClose={close} />}
      {open === 'choose' && (
        <ChoosePersonDialog
          title={`Merge with ${personName(person)}`}
          description="Find the other entry for the same person."
          except={person.id}
          onChoose={(other) => setOpen({ merge: other })}
          onClose={close}
        />
      )}
      {open !== null && typeof open === 'object' && (
        <MergeDialog
          person={person}
          other={open.merge}
          isBusy={merging.isPending}
          onConfirm={() => merging.mutate(open.merge)}
          onClose={close}
        />
      )}
      {open === 'erase' && (
        <EraseDialog
          known={known}
          refusal={refusal}
          isBusy={erasing.isPending}
          onConfirm={() => erasing.mutate()}
          onClose={close}
        />
      )}
    </>
  )
}
