import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Tags } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { ListBody } from '#app/features/admin/list/list-body.tsx'
import { readListParams } from '#app/features/admin/list/list-params.ts'
import { useReturnToList } from '#app/features/admin/list/list-place.ts'
import { SearchBox } from '#app/features/admin/list/search-box.tsx'
import { readSort, sortParam } from '#app/features/admin/list/sort.ts'
import { useListParams } from '#app/features/admin/list/use-list-params.ts'
import { DeleteUnusedDialog, type Unused } from '#app/features/admin/makes/delete-unused-dialog.tsx'
import { Lookalikes } from '#app/features/admin/makes/lookalikes.tsx'
import { NAME_COLUMNS, type Name, namesPage } from '#app/features/admin/makes/make-queries.ts'
import { MergeDialog } from '#app/features/admin/makes/merge-dialog.tsx'
import { NameTable } from '#app/features/admin/makes/name-table.tsx'
import { RenameDialog } from '#app/features/admin/makes/rename-dialog.tsx'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { useErrorToast } from '#app/features/admin/use-error-toast.ts'
import { useSession } from '#app/platform/session/session.tsx'

export const meta = () => [{ title: 'Makes and models | Back office' }]

const BY_NAME = { column: 'plain_name', ascending: true } as const
const VIEWS = [
  { value: 'all', label: 'All makes' },
  { value: 'unused', label: 'Unused makes' },
] as const

/** The makes, or with `?make=`, the models of one make. */
export default function AdminMakesPage() {
  const [params, change] = useListParams()
  const make = params.get('make')
  const { q, view, page } = readListParams(params, ['all', 'unused'])
  const isUnused = make === null && view === 'unused'
  const sort = readSort(params, NAME_COLUMNS) ?? BY_NAME
  const query = useQuery(namesPage({ make, q, isUnused, sort }, page))
  const { isAdmin } = useSession()
  const [toRename, setToRename] = useState<Name | null>(null)
  const [toMerge, setToMerge] = useState<Name | null>(null)
  const [toDelete, setToDelete] = useState<Unused | null>(null)
  useErrorToast(query.isError, 'Failed to fetch car makes')
  const isModels = make !== null
  const back = useReturnToList('/admin/makes')
  const unused = isUnused && q === '' ? (query.data?.total ?? 0) : 0

  return (
    <>
      <TextLink {...(isModels ? back : { to: '/admin/vehicles' })} className="mb-4 text-quiet text-sm">
        <ArrowLeft aria-hidden className="size-4" strokeWidth={1.5} />{' '}
        {isModels ? 'Back to Makes and models' : 'Back to Vehicles'}
      </TextLink>
      <ScreenHeader
        title={isModels ? make : 'Makes and models'}
        note={isModels ? 'The models of this make' : 'Sold vehicles and drafts are counted too'}
        action={
          isAdmin &&
          unused > 0 && (
            <Button variant="hairline" onClick={() => setToDelete({ count: unused })}>
              Delete unused makes
            </Button>
          )
        }
      />
      <Lookalikes make={make} onMerge={setToMerge} />
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchBox
          label={isModels ? 'Search models' : 'Search makes'}
          value={q}
          onSearch={(term) => change({ q: term })}
        />
        {!isModels && (
          <Select
            aria-label="View"
            className="text-sm sm:w-56"
            options={VIEWS}
            value={view}
            onValueChange={(value) => change({ view: value })}
          />
        )}
      </div>
      <ListBody
        query={query}
        noun={isModels ? { one: 'model', many: 'models' } : { one: 'make', many: 'makes' }}
        empty={
          <NoNames
            noun={isModels ? 'models' : 'makes'}
            isSearch={q !== '' || isUnused}
            onShowAll={() => change({ q: '', view: '' })}
          />
        }
      >
        {(names) => (
          <NameTable
            names={names}
            sorting={{ sort, onSort: (next) => change({ sort: sortParam(next) }) }}
            onRename={setToRename}
            onMerge={setToMerge}
            onDelete={(name) => setToDelete({ make: name.make })}
          />
        )}
      </ListBody>
      {toRename && <RenameDialog name={toRename} onClose={() => setToRename(null)} />}
      {toMerge && <MergeDialog name={toMerge} onClose={() => setToMerge(null)} />}
      {toDelete && <DeleteUnusedDialog unused={toDelete} onClose={() => setToDelete(null)} />}
    </>
  )
}

interface NoNamesProps {
  noun: string
  isSearch: boolean
  onShowAll(): void
}

const NoNames = ({ noun, isSearch, onShowAll }: NoNamesProps) => (
  <EmptyState
    icon={<Tags aria-hidden />}
    title={`No ${noun} found`}
    description={isSearch ? `No ${noun} match.` : `The ${noun} of your vehicles appear here.`}
    action={
      isSearch && (
        <Button variant="hairline" onClick={onShowAll}>
          Show all {noun}
        </Button>
      )
    }
  />
)
