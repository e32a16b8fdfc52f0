import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { Button } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#app/components/ui/tabs.tsx'
import { inboxPage } from '#app/features/admin/enquiries/inbox-queries.ts'
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
import { ListBody } from '#app/features/admin/list/list-body.tsx'
import { readListParams } from '#app/features/admin/list/list-params.ts'
import { SearchBox } from '#app/features/admin/list/search-box.tsx'
import { readSort, sortParam } from '#app/features/admin/list/sort.ts'
import { useListParams } from '#app/features/admin/list/use-list-params.ts'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { useErrorToast } from '#app/features/admin/use-error-toast.ts'

export const meta = () => [{ title: 'Enquiries | Back office' }]

/** Lets the dialog close by going back, so that the browser's Back button does not open it again. */
const FROM_LIST = { isFromList: true }

const STATUS_OPTIONS = STATUS_FILTERS.map(({ value, label }) => ({ value, label }))

const NEWEST = { column: 'created_at', ascending: false } as const

export default function AdminEnquiriesPage() {
  const [params, change] = useListParams()
  const { q, view: tab, page } = readListParams(params, INBOX_TABS, 'tab')
  const { view: statusFilter } = readListParams(params, STATUS_VALUES, 'status')
  const sort = readSort(params, INBOX_COLUMNS) ?? NEWEST
  const query = useQuery(inboxPage({ tab, statusFilter, q, page, sort }))
  const navigate = useNavigate()
  const { search } = useLocation()
  const words = tabWords(tab)
  const isNarrowed = q !== '' || statusFilter !== 'all'
  useErrorToast(query.isError, 'Failed to load enquiries')

  return (
    <>
      <ScreenHeader title="Enquiries" />
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
            <Select
              aria-label="Status"
              className="text-sm sm:w-44"
              options={[...STATUS_OPTIONS, ...LINKED_FILTERS.filter(({ value }) => value === statusFilter)]}
              value={statusFilter}
              onValueChange={(value) => change({ status: value === 'all' ? '' : value })}
            />
          </div>
          <ListBody
            query={query}
            noun={words}
            empty={
              <EmptyState
                icon={<Inbox aria-hidden />}
                title={`No ${words.many} found`}
                description={
                  isNarrowed
                    ? `No ${words.many} match this search and status.`
                    : `New ${words.many} appear here automatically.`
                }
                action={
                  isNarrowed && (
                    <Button variant="hairline" onClick={() => change({ q: '', status: '' })}>
                      Show all
                    </Button>
                  )
                }
              />
            }
          >
            {(items) => (
              <InboxTable
                items={items}
                sorting={{ sort, onSort: (next) => change({ sort: sortParam(next) }) }}
                onView={(item) => void navigate(leadPath(item, search), { state: FROM_LIST, preventScrollReset: true })}
              />
            )}
          </ListBody>
        </TabsContent>
      </Tabs>
      <Outlet />
    </>
  )
}
