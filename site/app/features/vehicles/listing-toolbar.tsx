import clsx from 'clsx'
import { LayoutGrid, type LucideIcon, Rows3, SlidersHorizontal } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { Button } from '#app/components/ui/button.tsx'
import { Select } from '#app/components/ui/select.tsx'
import {
  activeFilters,
  type ListingState,
  type ListingView,
  listingPath,
  SORT_OPTIONS,
  type VehicleSort,
} from '#app/features/vehicles/vehicle-filters.ts'

interface ListingToolbarProps {
  listing: ListingState
  form: string
  isPanelOpen: boolean
  onTogglePanel: () => void
  onOpenSheet: () => void
}

export function ListingToolbar({ listing, form, isPanelOpen, onTogglePanel, onOpenSheet }: ListingToolbarProps) {
  const navigate = useNavigate()
  const active = activeFilters(listing.filters).length
  const label = active > 0 ? `Filters (${active})` : 'Filters'
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="needs-script">
        <Button variant="hairline" className="lg:hidden" aria-haspopup="dialog" onClick={onOpenSheet}>
          <SlidersHorizontal aria-hidden strokeWidth={1.5} />
          {label}
        </Button>
        <Button
          variant="hairline"
          className="max-lg:hidden"
          aria-expanded={isPanelOpen}
          aria-controls="filter-panel"
          onClick={onTogglePanel}
        >
          <SlidersHorizontal aria-hidden strokeWidth={1.5} />
          {label}
        </Button>
      </div>
      <div className="ml-auto flex items-center gap-3">
        <Select
          name="sort"
          form={form}
          aria-label="Sort vehicles"
          className="w-auto! text-sm!"
          value={listing.sort}
          options={SORT_OPTIONS}
          onValueChange={(sort) => void navigate(listingPath({ ...listing, sort: sort as VehicleSort, page: 1 }))}
        />
        <noscript>
          <button type="submit" form={form}>
            Sort
          </button>
        </noscript>
        <ViewToggle listing={listing} />
      </div>
    </div>
  )
}

const VIEWS: { view: ListingView; label: string; icon: LucideIcon }[] = [
  { view: 'grid', label: 'Grid view', icon: LayoutGrid },
  { view: 'list', label: 'List view', icon: Rows3 },
]

function ViewToggle({ listing }: { listing: ListingState }) {
  return (
    <div className="flex border border-control">
      {VIEWS.map(({ view, label, icon: Icon }) => (
        <Link
          key={view}
          to={listingPath({ ...listing, view })}
          replace
          preventScrollReset
          aria-label={label}
          aria-current={view === listing.view}
          className={clsx(
            'grid size-10.5 place-content-center transition-colors',
            view === listing.view ? 'bg-ink text-page' : 'text-quiet hover:text-ink',
          )}
        >
          <Icon aria-hidden className="size-4.5" strokeWidth={1.5} />
        </Link>
      ))}
    </div>
  )
}
