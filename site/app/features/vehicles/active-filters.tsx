import { X } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import type { ActiveFilter } from './filter-chips.server.ts'
import { type ListingState, listingPath, parseListing } from './vehicle-filters.ts'

interface ActiveFiltersProps {
  listing: ListingState
  active: ActiveFilter[]
  resetForm: string
  /** Where visitors can ask for alerts about the search, if they can. */
  alertPath?: string
}

/** What was understood of the search and the active filters, each with a button that removes it. */
export function ActiveFilters({ listing, active, resetForm, alertPath }: ActiveFiltersProps) {
  if (active.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 pb-8">
      <ul aria-label="Active filters" className="contents">
        {active.map(({ label, without }) => (
          <li key={label} className="max-w-full">
            <PathLink
              to={listingPath({ ...listing, filters: parseListing(new URLSearchParams(without)).filters, page: 1 })}
              preventScrollReset
              aria-label={`Remove filter ${label}`}
              className="filter-chip"
            >
              <span className="truncate">{label}</span>
              <X aria-hidden className="size-3.5 shrink-0 text-quiet" strokeWidth={1.5} />
            </PathLink>
          </li>
        ))}
      </ul>
      <Button type="submit" form={resetForm} variant="quiet" size="sm">
        Clear All Filters
      </Button>
      {alertPath && (
        <PathLink to={alertPath} className="text-link text-sm">
          Email me about new arrivals
        </PathLink>
      )}
    </div>
  )
}
