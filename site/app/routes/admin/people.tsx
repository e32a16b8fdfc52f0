import { useQuery } from '@tanstack/react-query'
import { ContactRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { ListBody } from '#app/features/admin/list/list-body.tsx'
import { readListParams } from '#app/features/admin/list/list-params.ts'
import { SearchBox } from '#app/features/admin/list/search-box.tsx'
import { readSort, sortParam } from '#app/features/admin/list/sort.ts'
import { useListParams } from '#app/features/admin/list/use-list-params.ts'
import { LATEST_CONTACT, PEOPLE_COLUMNS, peoplePage, personPath } from '#app/features/admin/people/people-queries.ts'
import { PeopleTable } from '#app/features/admin/people/people-table.tsx'
import { PersonDialog } from '#app/features/admin/people/person-dialog.tsx'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { useErrorToast } from '#app/features/admin/use-error-toast.ts'

export const meta = () => [{ title: 'People | Back office' }]

export default function AdminPeoplePage() {
  const [params, change] = useListParams()
  const { q, page } = readListParams(params, ['all'])
  const sort = readSort(params, PEOPLE_COLUMNS) ?? LATEST_CONTACT
  const query = useQuery(peoplePage(q, page, sort))
  const [isAdding, setAdding] = useState(false)
  const navigate = useNavigate()
  useErrorToast(query.isError, 'Failed to load people')

  return (
    <>
      <ScreenHeader
        title="People"
        note="Everyone who has contacted you, with or without an account"
        action={
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden strokeWidth={1.5} /> Add person
          </Button>
        }
      />
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchBox label="Search by name, email or telephone" value={q} onSearch={(term) => change({ q: term })} />
      </div>
      <ListBody
        query={query}
        noun={{ one: 'person', many: 'people' }}
        empty={
          <EmptyState
            icon={<ContactRound aria-hidden />}
            title="No people found"
            description={
              q
                ? 'No one matches your search.'
                : 'People appear here when they enquire, book a test drive, write to you or register.'
            }
            action={
              q && (
                <Button variant="hairline" onClick={() => change({ q: '' })}>
                  Show all people
                </Button>
              )
            }
          />
        }
      >
        {(people) => (
          <PeopleTable people={people} sorting={{ sort, onSort: (next) => change({ sort: sortParam(next) }) }} />
        )}
      </ListBody>
      {isAdding && <PersonDialog onSaved={(id) => void navigate(personPath(id))} onClose={() => setAdding(false)} />}
    </>
  )
}
