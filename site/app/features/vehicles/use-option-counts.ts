import { useEffect, useState } from 'react'
import type { OptionCounts } from './option-counts.ts'
import { filterKey, type VehicleFilters } from './vehicle-filters.ts'

const SETTLE_MS = 150

/** How many vehicles each option would find, once that is wanted and known; null if it could not be loaded. */
export function useOptionCounts(filters: VehicleFilters, isWanted: boolean): OptionCounts | null | undefined {
  const [counts, setCounts] = useState<OptionCounts | null>()
  const key = filterKey(filters)

  useEffect(() => {
    if (!isWanted) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      fetch(`/vehicles/options?${key}`, { signal: abort.signal })
        .then((response) => (response.ok ? response.json() : null))
        .then(setCounts, () => abort.signal.aborted || setCounts(null))
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [key, isWanted])

  return counts
}
