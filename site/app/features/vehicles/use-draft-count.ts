import { useEffect, useState } from 'react'
import type { VehicleFilters } from './vehicle-filters.ts'

const SETTLE_MS = 250

/** The count is optional: without it, the button just reads Search. */
const countLater = (filters: VehicleFilters, signal: AbortSignal): Promise<string | undefined> =>
  import('./count-draft.ts').then(({ countDraft }) => countDraft(filters, signal)).catch(() => undefined)

/** How many vehicles a search would find, once that is known. */
export function useDraftCount(filters: VehicleFilters, isWanted: boolean): string | undefined {
  const [count, setCount] = useState<string>()

  useEffect(() => {
    if (!isWanted) {
      setCount(undefined)
      return
    }
    const abort = new AbortController()
    const timer = setTimeout(() => {
      void countLater(filters, abort.signal).then((found) => abort.signal.aborted || setCount(found))
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [filters, isWanted])

  return isWanted ? count : undefined
}
