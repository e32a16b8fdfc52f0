import { useEffect } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { type ListingState, listingPath } from './vehicle-filters.ts'

/** The listing that was asked for last, until it is shown. The router's state is no substitute, as React renders it late. */
let asked: ListingState | undefined

/** Opens the first page of the listing with a change, which does not undo the change made just before. */
export function useOpenListing(shown: ListingState) {
  const navigate = useNavigate()
  const { key, pathname, search } = useLocation()
  const { state: phase } = useNavigation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may be shown without a render in between
  useEffect(() => {
    if (phase === 'idle') asked = undefined
  }, [phase, key])
  return (change: Partial<ListingState>, replace = false, state?: unknown) => {
    asked = { ...shown, ...asked, page: 1, ...change }
    const path = listingPath(asked)
    void navigate(path, { replace: replace || path === pathname + search, state })
  }
}
