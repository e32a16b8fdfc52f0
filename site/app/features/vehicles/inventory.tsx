import clsx from 'clsx'
import { type ReactNode, useRef, useState } from 'react'
import { Pagination } from '#app/components/ui/pagination.tsx'
import { formatNumber } from '#app/lib/money.ts'
import { useHistoryOpen } from '#app/lib/use-history-open.ts'
import type { ListedVehicle } from '#app/lib/vehicle.ts'
import { ActiveFilters } from './active-filters.tsx'
import { type ChangeFilters, FilterActions, FilterFields } from './filter-panel.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { FilterButton, SortSelect, ViewToggle } from './listing-toolbar.tsx'
import { MoreFilters } from './more-filters.tsx'
import { NothingFound } from './nothing-found.tsx'
import type { OptionCounts } from './option-counts.ts'
import { SearchBox } from './search-box.tsx'
import { useResultScroll, useReturnScroll } from './use-list-scroll.ts'
import { type ListingDraft, useListingDraft } from './use-listing-draft.ts'
import { useOptionCounts } from './use-option-counts.ts'
import { type ListingState, listingPath, PAGE_SIZE, resultKey } from './vehicle-filters.ts'
import { VehicleGrid } from './vehicle-grid.tsx'
import type { FilterOptions } from './vehicle-queries.ts'
import type { SearchPage } from './vehicle-search.server.ts'

interface InventoryProps extends SearchPage {
  listing: ListingState
  options: FilterOptions
  /** Whether the vehicles could not be loaded, in which case the list must not look empty. */
  hasFailed: boolean
  isLoading: boolean
  cornerFor: (vehicle: ListedVehicle) => ReactNode
  /** Where visitors can ask for alerts about the search, if they can. */
  alertPath?: string
  /** The parameters of the filters that the form does not show. */
  kept: [param: string, value: string][]
}

const FORM = 'listing'
const RESET_FORM = 'listing-reset'

export function Inventory(props: InventoryProps) {
  const { listing, options, active, kept } = props
  const draft = useListingDraft(listing)
  const [isPanelOpen, setPanelOpen] = useState(true)
  const sheet = useHistoryOpen('filters')
  const [isPanelUsed, setPanelUsed] = useState(false)
  const counts = useOptionCounts(draft.filters, isPanelUsed || sheet.isOpen)
  const results = useRef<HTMLDivElement>(null)
  useResultScroll(`${resultKey(listing)}|${listing.page}`, results)
  useReturnScroll()

  return (
    <>
      <div className="inventory-head">
        <h1 className="area-title display text-3xl md:text-4xl">Vehicle Inventory</h1>
        <ResultCount {...props} />
        <SortSelect listing={listing} form={FORM} />
        <ViewToggle view={listing.view} pathFor={(view) => listingPath({ ...listing, view })} />
        <div className="inventory-bar">
          <FilterButton
            active={active.length}
            isPanelOpen={isPanelOpen}
            onTogglePanel={() => setPanelOpen(!isPanelOpen)}
            onOpenSheet={sheet.open}
          />
          <SearchBox
            form={FORM}
            value={draft.filters.searchTerm}
            onChange={(searchTerm) => draft.change({ searchTerm })}
          />
        </div>
      </div>
      <div ref={results} className={clsx('inventory', isPanelOpen && 'with-filters')}>
        <FilterColumn {...{ draft, options, counts, kept }} onUse={() => setPanelUsed(true)} />
        <Results {...props} columns={isPanelOpen ? 2 : 3} />
      </div>
      <FilterSheet {...{ draft, options, counts, sheet }} resetForm={RESET_FORM} />
      <ResetForm listing={listing} draft={draft} />
    </>
  )
}

function ResultCount({ total, hasMore, isLoading }: Pick<InventoryProps, 'total' | 'hasMore' | 'isLoading'>) {
  return (
    <p role="status" className="area-count tabular text-quiet">
      {isLoading
        ? 'Loading vehicles...'
        : `Showing ${formatNumber(total)}${hasMore ? '+' : ''} vehicle${total === 1 ? '' : 's'}`}
    </p>
  )
}

interface FilterColumnProps extends Pick<InventoryProps, 'kept'> {
  draft: ListingDraft
  options: FilterOptions
  counts: OptionCounts | null | undefined
  /** The visitor is about to use a filter. */
  onUse: () => void
}

/** Long enough to stop, look and move the slider again. */
const SLIDING_MS = 400

/**
 * The page's form, which the search box and the sort menu refer to by its id. Filters apply as soon as they are chosen.
 * Without JavaScript they need the Search button, and the form is visible on a phone too.
 */
function FilterColumn({ draft, options, counts, kept, onUse }: FilterColumnProps) {
  const change: ChangeFilters = (part, isSliding) => draft.change(part, isSliding ? SLIDING_MS : 0)
  return (
    <aside id="filter-panel" aria-label="Filters" onPointerEnter={onUse} onFocus={onUse}>
      <form
        id={FORM}
        action="/vehicles"
        className="grid gap-8"
        onSubmit={(event) => {
          event.preventDefault()
          draft.search()
        }}
      >
        {kept.map(([param, value]) => (
          <input key={param + value} type="hidden" name={param} value={value} />
        ))}
        <FilterFields {...{ options, counts, change }} filters={draft.filters} more={MoreFilters} />
        <FilterActions form={FORM} resetForm={RESET_FORM} />
      </form>
    </aside>
  )
}

/** A form without fields, which buttons anywhere on the page can submit, even without JavaScript. */
function ResetForm({ listing, draft }: { listing: ListingState; draft: ListingDraft }) {
  return (
    <form
      id={RESET_FORM}
      action="/vehicles"
      hidden
      onSubmit={(event) => {
        event.preventDefault()
        draft.reset()
      }}
    >
      {listing.sort !== 'created_at_desc' && <input type="hidden" name="sort" value={listing.sort} />}
      {listing.view === 'list' && <input type="hidden" name="view" value="list" />}
    </form>
  )
}

interface ResultsProps extends InventoryProps {
  columns: 2 | 3
}

function Results(props: ResultsProps) {
  const { listing, vehicles, total, hasMore, notice, isLoading, cornerFor, columns } = props
  const first = (listing.page - 1) * PAGE_SIZE + 1
  const totalPages = Math.ceil(total / PAGE_SIZE)
  return (
    <section aria-label="Vehicles" aria-busy={isLoading}>
      <ActiveFilters {...props} resetForm={RESET_FORM} />
      {notice && <p className="pb-8">{notice}</p>}
      {vehicles.length === 0 && !isLoading ? (
        <NothingFound {...props} resetForm={RESET_FORM} />
      ) : (
        <div className={clsx('transition-opacity delay-150', isLoading && 'pointer-events-none opacity-40')}>
          <VehicleGrid vehicles={vehicles} view={listing.view} columns={columns} isFirstView cornerFor={cornerFor} />
        </div>
      )}
      {totalPages > 1 && (
        <div className="mt-16 grid justify-items-center gap-5 border-t pt-8">
          <p className="tabular text-sm text-quiet">
            Showing {formatNumber(first)} to {formatNumber(first + vehicles.length - 1)} of {formatNumber(total)}
            {hasMore && '+'} vehicles
          </p>
          <Pagination
            page={listing.page}
            totalPages={totalPages}
            disabled={isLoading}
            hrefFor={(page) => listingPath({ ...listing, page })}
          />
        </div>
      )}
    </section>
  )
}
