import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { SearchBox } from '#app/features/admin/list/search-box.tsx'
import type { ListedPerson } from './people-queries.ts'
import { personName } from './person.schema.ts'
import { peopleToChoose } from './person-queries.ts'
import { shownPhone } from './phone.ts'

interface ChoosePersonProps {
  title: string
  description: string
  /** The id of a person who is not offered. */
  except?: string
  onChoose(other: ListedPerson): void
  onClose(): void
}

export function ChoosePersonDialog({ title, description, except, onChoose, onClose }: ChoosePersonProps) {
  const [q, setQ] = useState('')
  const { data, isError } = useQuery(peopleToChoose(q, except))
  const isSearch = q.trim() !== ''
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
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
          {isSearch && data?.length === 0 && `No one ${except ? 'else ' : ''}matches your search.`}
        </p>
      </div>
    </Dialog>
  )
}
