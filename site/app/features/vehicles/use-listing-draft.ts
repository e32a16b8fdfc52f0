import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { defaultFilters, filterKey, type ListingState, listingPath, type VehicleFilters } from './vehicle-filters.ts'

export interface ListingDraft {
  filters: VehicleFilters
  /** How many vehicles the draft would find, once that is known; undefined while the draft matches the list. */
  draftCount: number | undefined
  change(part: Partial<VehicleFilters>): void
  search(): void
  reset(): void
}

/**
 * The filters chosen in the panel but not yet searched for. They start from the URL and are reset when its filters
 * change; sorting does not reset them.
 */
export function useListingDraft(listing: ListingState): ListingDraft {
  const navigate = useNavigate()
  const address = filterKey(listing.filters)
  const [draft, setDraft] = useState({ address, filters: listing.filters })
  if (draft.address !== address) setDraft({ address, filters: listing.filters })

  const draftCount = useDraftCount(draft.filters, filterKey(draft.filters) !== address)
  const go = (filters: VehicleFilters) => {
    setDraft({ address, filters })
    void navigate(listingPath({ ...listing, filters, page: 1 }))
  }

  return {
    filters: draft.filters,
    draftCount,
    change: (part) => setDraft(({ filters }) => ({ address, filters: { ...filters, ...part } })),
    search: () => go(draft.filters),
    reset: () => go(defaultFilters()),
  }
}

const SETTLE_MS = 250

/** The client is loaded on the first change rather than with the page. */
async function countDraft(filters: VehicleFilters, signal: AbortSignal): Promise<number> {
  const [{ browserRest }, { countVehicles }] = await Promise.all([
    import('#app/lib/backend.ts'),
    import('./vehicle-queries.ts'),
  ])
  return countVehicles(browserRest(), filters, signal)
}

function useDraftCount(filters: VehicleFilters, isChanged: boolean): number | undefined {
  const [count, setCount] = useState<number>()

  useEffect(() => {
    if (!isChanged) {
      setCount(undefined)
      return
    }
    const abort = new AbortController()
    const timer = setTimeout(() => {
      countDraft(filters, abort.signal).then(
        (found) => abort.signal.aborted || setCount(found),
        // The count is optional: without it, the button just reads Search.
        () => abort.signal.aborted || setCount(undefined),
      )
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [filters, isChanged])

  return isChanged ? count : undefined
}
