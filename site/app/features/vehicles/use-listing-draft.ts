import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { isOverlayEntry } from '#app/lib/use-history-open.ts'
import { useOpenListing } from './use-open-listing.ts'
import { defaultFilters, filterKey, type ListingState, type VehicleFilters } from './vehicle-filters.ts'

export interface ListingDraft {
  filters: VehicleFilters
  /** Whether the list does not show the draft yet. */
  isChanged: boolean
  /** Changes the draft. It is searched for after `applyAfterMs`, or else when the visitor presses Search. */
  change(part: Partial<VehicleFilters>, applyAfterMs?: number): void
  search(): void
  reset(): void
}

interface Draft {
  filters: VehicleFilters
  /** The filters in the URL. */
  address: string
  /** The change that is still to be searched for. */
  due?: { field: string; ms: number }
}

/** The state of a history entry that the draft has added: the filter that was changed, or empty for Search. */
interface DraftEntry {
  draft?: string
}

/**
 * The filters chosen in the panel, which may be ahead of the list. They start from the URL and are reset when its
 * filters change, unless the URL is only catching up with the draft.
 */
export function useListingDraft(listing: ListingState): ListingDraft {
  const { state } = useLocation()
  const { draft: entry } = (state ?? {}) as DraftEntry
  const isOwn = useNavigationType() !== 'POP' && entry !== undefined
  const open = useOpenListing(listing)
  const address = filterKey(listing.filters)
  const [draft, setDraft] = useState<Draft>({ filters: listing.filters, address })
  if (draft.address !== address) setDraft(isOwn ? { ...draft, address } : { filters: listing.filters, address })

  const go = (filters: VehicleFilters, field = '') => {
    setDraft({ filters, address })
    // A filter that is changed several times in a row adds only one history entry.
    const replace = (field !== '' && field === entry) || isOverlayEntry()
    open({ filters }, replace, { draft: field } satisfies DraftEntry)
  }

  const apply = useEffectEvent(go)
  const { filters, due } = draft
  useEffect(() => {
    if (!due) return
    const timer = setTimeout(() => apply(filters, due.field), due.ms)
    // A link that is followed in the meantime counts, not the filter. React may render that too late to be asked.
    const stop = (event: MouseEvent) => {
      if (event.defaultPrevented && (event.target as Element).closest('a')) clearTimeout(timer)
    }
    document.addEventListener('click', stop)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('click', stop)
    }
  }, [filters, due])

  return {
    filters,
    isChanged: filterKey(filters) !== address,
    change: (part, ms) =>
      setDraft((last) => ({
        ...last,
        filters: { ...last.filters, ...part },
        due: ms === undefined ? last.due : { field: Object.keys(part)[0] ?? '', ms },
      })),
    search: () => go(filters),
    reset: () => (address ? go(defaultFilters()) : setDraft({ filters: defaultFilters(), address })),
  }
}
