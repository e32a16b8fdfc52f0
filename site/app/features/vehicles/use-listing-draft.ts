import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { defaultFilters, filterKey, type ListingState, listingPath, type VehicleFilters } from './vehicle-filters.ts'

export interface ListingDraft {
  filters: VehicleFilters
  /** How many vehicles the draft would show, once known; undefined while it equals the list. */
  comingCount: number | undefined
  change(part: Partial<VehicleFilters>): void
  search(): void
  reset(): void
}

/**
 * What is chosen in the panel but not searched yet. It starts from the address, and follows it when other filters stand
 * there; another order of the list changes nothing about it.
 */
export function useListingDraft(listing: ListingState): ListingDraft {
  const navigate = useNavigate()
  const address = filterKey(listing.filters)
  const [draft, setDraft] = useState({ address, filters: listing.filters })
  if (draft.address !== address) setDraft({ address, filters: listing.filters })

  const comingCount = useComingCount(draft.filters, filterKey(draft.filters) !== address)
  const go = (filters: VehicleFilters) => {
    setDraft({ address, filters })
    void navigate(listingPath({ ...listing, filters, page: 1 }))
  }

  return {
    filters: draft.filters,
    comingCount,
    change: (part) => setDraft(({ filters }) => ({ address, filters: { ...filters, ...part } })),
    search: () => go(draft.filters),
    reset: () => go(defaultFilters()),
  }
}

const SETTLE_MS = 250

/** The client loads with the first change, not with the page. */
async function countComing(filters: VehicleFilters, signal: AbortSignal): Promise<number> {
  const [{ browserRest }, { countVehicles }] = await Promise.all([
    import('#app/lib/backend.ts'),
    import('./vehicle-queries.ts'),
  ])
  return countVehicles(browserRest(), filters, signal)
}

function useComingCount(filters: VehicleFilters, isChanged: boolean): number | undefined {
  const [count, setCount] = useState<number>()

  useEffect(() => {
    if (!isChanged) {
      setCount(undefined)
      return
    }
    const abort = new AbortController()
    const timer = setTimeout(() => {
      countComing(filters, abort.signal).then(
        (coming) => abort.signal.aborted || setCount(coming),
        // Only a courtesy: without it the button just says Search.
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
