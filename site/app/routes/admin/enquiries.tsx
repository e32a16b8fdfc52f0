import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { ButtonLink } from '#app/components/ui/button.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#app/components/ui/tabs.tsx'
import { AssignDialog } from '#app/features/admin/enquiries/assign-dialog.tsx'
import { BulkBar } from '#app/features/admin/enquiries/bulk-bar.tsx'
import { countDeskFilters, ME, NO_DESK_FILTERS, readDeskFilters } from '#app/features/admin/enquiries/desk-filters.ts'
import { InboxFilterMenu } from '#app/features/admin/enquiries/inbox-filter-menu.tsx'
import { type InboxItem, inboxPage } from '#app/features/admin/enquiries/inbox-queries.ts'
import {
  INBOX_COLUMNS,
  INBOX_TABS,
  LINKED_FILTERS,
  leadPath,
  STATUS_FILTERS,
  STATUS_VALUES,
  tabWords,
} from '#app/features/admin/enquiries/inbox-rules.ts'
import { InboxTable } from '#app/features/admin/enquiries/inbox-table.tsx'
import { NoLeads } from '#app/features/admin/enquiries/no-leads.tsx'
import { ListBody } from '#app/features/admin/list/list-body.tsx'
import { readListParams } from '#app/features/admin/list/list-params.ts'
import { SearchBox } from '#app/features/admin/list/search-box.tsx'
import { readSort, sortParam } from '#app/features/admin/list/sort.ts'
import { useListParams } from '#app/features/admin/list/use-list-params.ts'
import { useSelection } from '#app/features/admin/list/use-selection.ts'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { useErrorToast } from '#app/features/admin/use-error-toast.ts'
import { useSession } from '#app/platform/session/session.tsx'

export const meta = () => [{ title: 'Enquiries | Back office' }]

/** Lets the dialog close by going back, so that the browser's Back button does not open it again. */
const FROM_LIST = { isFromList: true }

const keyOf = ({ kind, id }: InboxItem) => `${kind}/${id}`

const STATUS_OPTIONS = STATUS_FILTERS.map(({ value, label }) => ({ value, label }))

const NEWEST = { column: 'created_at', ascending: false } as const

export default function AdminEnquiriesPage() {
  const [params, change] = useListParams()
  const { q, view: tab, page } = readListParams(params, INBOX_TABS, 'tab')
  const { view: statusFilter } = readListParams(params, STATUS_VALUES, 'status')
  const filters = readDeskFilters(params)
  const ownId = useSession().user?.id ?? ''
  const assigned = filters.assigned === ME ? ownId : filters.assigned
  const sort = readSort(params, INBOX_COLUMNS) ?? NEWEST
  const query = useQuery(inboxPage({ tab, statusFilter, ...filters, assigned, q, page, sort }))
  const navigate = useNavigate()
  const { search } = useLocation()
  const selection = useSelection(query.data?.rows ?? [], keyOf, search)
  const [toAssign, setToAssign] = useState<InboxItem[] | null>(null)
  const words = tabWords(tab)
  const isNarrowed = q !== '' || statusFilter !== 'all' || countDeskFilters(filters) > 0
  useErrorToast(query.isError, 'Failed to load enquiries')

  return (
    <>
      <ScreenHeader
        title="Enquiries"
        action={
          <ButtonLink to={`/admin/enquiries/add${search}`} state={FROM_LIST} preventScrollReset>
            <Plus aria-hidden /> Add lead
          </ButtonLink>
        }
      />
      <Tabs value={tab} onValueChange={(value) => change({ tab: value === 'all' ? '' : value })}>
        <TabsList aria-label="Enquiry types" className="overflow-x-auto">
          {INBOX_TABS.map((value) => (
            <TabsTrigger key={value} value={value} className="whitespace-nowrap">
              {tabWords(value).label}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value={tab}>
          <div className="mb-4 flex flex-wrap gap-3">
            <SearchBox label="Search enquiries" value={q} onSearch={(term) => change({ q: term })} />
            <div className="flex gap-3 max-sm:w-full">
              <Select
                aria-label="Status"
                className="text-sm sm:w-44"
                options={[...STATUS_OPTIONS, ...LINKED_FILTERS.filter(({ value }) => value === statusFilter)]}
                value={statusFilter}
                onValueChange={(value) => change({ status: value === 'all' ? '' : value })}
              />
              <InboxFilterMenu filters={filters} isSortedByDue={sort.column === 'due_on'} onChange={change} />
            </div>
          </div>
          <ListBody
            query={query}
            noun={words}
            empty={
              <NoLeads
                nouns={words.many}
                onShowAll={isNarrowed ? () => change({ q: '', status: '', ...NO_DESK_FILTERS }) : undefined}
              />
            }
          >
            {(items) => (
              <InboxTable
                items={items}
                sorting={{ sort, onSort: (next) => change({ sort: sortParam(next) }) }}
                selection={selection}
                onView={(item) => void navigate(leadPath(item, search), { state: FROM_LIST, preventScrollReset: true })}
                onAssign={(item) => setToAssign([item])}
              />
            )}
          </ListBody>
          <BulkBar selection={selection} onAssign={() => setToAssign(selection.selected)} />
        </TabsContent>
      </Tabs>
      {toAssign && <AssignDialog leads={toAssign} onClose={() => setToAssign(null)} onDone={selection.clear} />}
      <Outlet />
    </>
  )
}
