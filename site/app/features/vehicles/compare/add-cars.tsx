import { Plus } from 'lucide-react'
import { CarLinks, type LinkedCar } from '#app/features/vehicles/car-links.tsx'
import { useRecentlyViewed } from '#app/features/vehicles/recently-viewed/recently-viewed.tsx'
import type { ListedVehicle } from '#app/lib/vehicle.ts'
import { useSavedVehicles } from '#app/platform/saved/use-saved.ts'
import { type CompareAddress, comparePath } from './compare-address.ts'

interface AddCarsProps {
  address: CompareAddress
  /** Similar cars. */
  others: ListedVehicle[]
  /** Whether nothing is compared yet. */
  isFirst: boolean
}

const SHOWN = 6

/** Cars to add: those viewed or saved on this device, then similar ones, which need no scripts. */
export function AddCars({ address, others, isFirst }: AddCarsProps) {
  const viewed = useRecentlyViewed().filter(({ sold }) => !sold)
  const saved = useSavedVehicles() ?? []
  const cars = new Map<string, LinkedCar>([...saved, ...viewed, ...others].map((car) => [car.id, car]))
  const offered = [...cars.values()].filter(({ id }) => !address.ids.includes(id)).slice(0, SHOWN)
  if (offered.length === 0) return null
  return (
    <section aria-labelledby="add-cars" className="no-print mt-14 md:mt-20">
      <h2 id="add-cars" className="display mb-6 text-2xl">
        {isFirst ? 'Start with one of these' : 'Add another car'}
      </h2>
      <CarLinks
        cars={offered}
        pathFor={({ id }) => comparePath([...address.ids, id], address.onlyDifferences)}
        verb="Add"
        icon={<Plus aria-hidden className="size-5 shrink-0 text-brass" strokeWidth={1.5} />}
        preventScrollReset
      />
    </section>
  )
}
