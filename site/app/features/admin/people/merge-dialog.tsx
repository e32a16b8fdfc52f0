import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#app/components/ui/dialog.tsx'
import { SearchBox } from '#app/features/admin/list/search-box.tsx'
import type { ListedPerson } from './people-queries.ts'
import { personName } from './person.schema.ts'
import { peopleToMerge } from './person-queries.ts'
import { shownPhone } from './phone.ts'

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
      description={`Everything from ${merged} will be shown here, on the page of ${kept}, and so will whatever they send next. The details of ${kept} stay as they are, and nothing is deleted. You can undo this for a day.`}
      confirmLabel="Merge"
      loading={isBusy}
      onConfirm={onConfirm}
    />
  )
}

interface ChoosePersonProps {
  person: ListedPerson
  onChoose(other: ListedPerson): void
  onClose(): void
}

/** Finds another person to merge with. */
export function ChoosePersonDialog({ person, onChoose, onClose }: ChoosePersonProps) {
  const [q, setQ] = useState('')
  const { data, isError } = useQuery(peopleToMerge(q, person.id))
  const isSearch = q.trim().length > 1
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Merge with ${personName(person)}`}
      description="Find the other entry for the same person."
      footer={
        <Button variant="hairline" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <SearchBox label="Search by name, email or telephone" value={q} onSearch={setQ} />
      <div className="mt-4 min-h-48">
        {isSearch && data && (
          <ul aria-label="People found" className="divide-y divide-hairline">
            {data.map((other) => (
              <li key={other.id}>
                <button
                  type="button"
                  onClick={() => onChoose(other)}
                  className="wrap-anywhere grid min-h-11 w-full cursor-pointer content-center py-2 text-left text-sm hover:bg-ink/3"
                >
                  <span className="font-medium">{personName(other)}</span>
                  <span className="text-quiet text-xs">
                    {[other.email, shownPhone(other.phone)].filter(Boolean).join(', ')}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <p role="status" className="text-quiet text-sm">
          {isSearch && isError && 'We couldn’t search just now. Please try again.'}
          {isSearch && data?.length === 0 && 'Nobody else matches your search.'}
        </p>
      </div>
    </Dialog>
  )
}
