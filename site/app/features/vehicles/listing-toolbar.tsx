import clsx from 'clsx'
import { LayoutGrid, type LucideIcon, Rows3, SlidersHorizontal } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { useOpenListing } from './use-open-listing.ts'
import { type ListingState, type ListingView, sortOptions, type VehicleSort } from './vehicle-filters.ts'

interface FilterButtonProps {
  /** How many filters are set. */
  active: number
  isPanelOpen: boolean
  onTogglePanel: () => void
  onOpenSheet: () => void
}

/** Opens the filter sheet on a phone, and toggles the filter column on a desktop. */
export function FilterButton({ active, isPanelOpen, onTogglePanel, onOpenSheet }: FilterButtonProps) {
  const face = (
    <>
      <SlidersHorizontal aria-hidden strokeWidth={1.5} />
      {active > 0 ? `Filters (${active})` : 'Filters'}
    </>
  )
  return (
    <div className="area-filters needs-script">
      <Button variant="hairline" wide className="lg:hidden" aria-haspopup="dialog" onClick={onOpenSheet}>
        {face}
      </Button>
      <Button
        variant="hairline"
        className="max-lg:hidden"
        aria-expanded={isPanelOpen}
        aria-controls="filter-panel"
        onClick={onTogglePanel}
      >
        {face}
      </Button>
    </div>
  )
}

export function SortSelect({ listing, form }: { listing: ListingState; form: string }) {
  const open = useOpenListing(listing)
  return (
    <div className="area-sort">
      <Select
        name="sort"
        form={form}
        aria-label="Sort vehicles"
        className="text-sm!"
        value={listing.sort}
        options={sortOptions(listing.filters)}
        onValueChange={(sort) => open({ sort: sort as VehicleSort })}
      />
      {/* Browsers with scripts leave it out, so they need not load it. */}
      <noscript>
        {import.meta.env.SSR && (
          <button type="submit" form={form} className="min-h-11 text-sm underline">
            Sort
          </button>
        )}
      </noscript>
    </div>
  )
}

const VIEWS: { view: ListingView; label: string; icon: LucideIcon }[] = [
  { view: 'grid', label: 'Grid view', icon: LayoutGrid },
  { view: 'list', label: 'List view', icon: Rows3 },
]

/** These are links, so that the view is in the URL. */
export function ViewToggle({ view: current, pathFor }: { view: ListingView; pathFor: (view: ListingView) => string }) {
  return (
    <div className="area-toggle flex border border-control">
      {VIEWS.map(({ view, label, icon: Icon }) => (
        <PathLink
          key={view}
          to={pathFor(view)}
          replace
          preventScrollReset
          aria-label={label}
          aria-current={view === current}
          className={clsx(
            'grid size-10.5 place-content-center transition-colors',
            view === current ? 'bg-ink text-page' : 'text-quiet hover:text-ink',
          )}
        >
          <Icon aria-hidden className="size-4.5" strokeWidth={1.5} />
        </PathLink>
      ))}
    </div>
  )
}
