import { useNavigation } from 'react-router'
import { type ListingState, parseListing } from './vehicle-filters.ts'

/** The listing that is being loaded, or else the one shown, so that a choice does not undo the choice made just before. */
export function useNextListing(shown: ListingState): ListingState {
  const { location } = useNavigation()
  return location?.pathname === '/vehicles' ? parseListing(new URLSearchParams(location.search)) : shown
}
