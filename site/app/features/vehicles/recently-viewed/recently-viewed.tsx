import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { CarLinks } from '#app/features/vehicles/car-links.tsx'
import { browserRest } from '#app/lib/backend.ts'
import { LISTED_COLUMNS, type ListedVehicle, toListed } from '#app/lib/vehicle.ts'
import { clearViewed, parseViewed, readViewedText, subscribeToViewed } from './viewed-list.ts'

const SHOWN = 6

/** In the order of the ids. Cars that are no longer listed are left out, and so is everything if the read fails. */
async function findListed(ids: string[]): Promise<ListedVehicle[]> {
  const { data, error } = await browserRest().from('listed_vehicles').select(LISTED_COLUMNS).in('id', ids)
  if (error) return []
  return data.map(toListed).toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/** The cars viewed last on this device; empty on the server and while they are read. */
export function useRecentlyViewed(): ListedVehicle[] {
  const text = useSyncExternalStore(subscribeToViewed, readViewedText, () => '')
  const [found, setFound] = useState<ListedVehicle[]>([])
  useEffect(() => {
    let left = false
    const ids = parseViewed(text)
    if (ids.length > 0) void findListed(ids).then((cars) => left || setFound(cars))
    return () => {
      left = true
    }
  }, [text])
  return useMemo(() => (text ? found : []), [text, found])
}

export function RecentlyViewed() {
  const cars = useRecentlyViewed().slice(0, SHOWN)
  if (cars.length === 0) return null
  return (
    <section aria-labelledby="recently-viewed" className="no-print mt-14 border-t pt-10 md:mt-20">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="recently-viewed" className="display text-2xl">
          Recently viewed
        </h2>
        <div className="flex items-center gap-2 text-quiet text-sm">
          Kept on this device only.
          <Button variant="quiet" size="sm" className="-mr-3.5" onClick={clearViewed}>
            Clear list
          </Button>
        </div>
      </div>
      <CarLinks cars={cars} pathFor={({ id }) => `/vehicles/${id}`} />
    </section>
  )
}
