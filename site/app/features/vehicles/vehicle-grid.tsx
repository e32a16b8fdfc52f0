import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { ListedVehicle } from '#app/lib/vehicle.ts'
import { VehicleCard } from './vehicle-card.tsx'
import type { ListingView } from './vehicle-filters.ts'

interface VehicleGridProps {
  vehicles: ListedVehicle[]
  view: ListingView
  /** The number of columns in the grid on a desktop. Beside the filters there are two, or three on a very wide one. */
  columns?: 2 | 3
  heading?: 'h2' | 'h3'
  /** The first cards are in view without scrolling. */
  isFirstView?: boolean
  cornerFor?: (vehicle: ListedVehicle) => ReactNode
  noteFor?: (vehicle: ListedVehicle) => ReactNode
}

const WIDTH = {
  list: '(min-width: 1600px) 490px, (min-width: 1024px) 360px, (min-width: 640px) 38vw, 46vw',
  2: '(min-width: 1760px) 414px, (min-width: 1600px) 550px, (min-width: 1280px) 460px, (min-width: 640px) 46vw, 100vw',
  3: '(min-width: 1600px) 518px, (min-width: 1280px) 400px, (min-width: 640px) 46vw, 100vw',
}

/** How many pictures are in view at once on most screens. These load without waiting for scripts. */
const FIRST_VIEW = 2

export function VehicleGrid(props: VehicleGridProps) {
  const { vehicles, view, columns = 3, heading = 'h2', isFirstView = false, cornerFor, noteFor } = props
  const isList = view === 'list'
  return (
    <ul
      className={clsx(
        // minmax(0, 1fr) because a card that is not laid out keeps its old width when a phone is turned, and would
        // widen the column.
        'grid grid-cols-1',
        isList ? 'divide-y divide-hairline' : 'vehicle-cells gap-x-6 gap-y-14 sm:grid-cols-2',
        !isList && (columns === 3 ? 'lg:grid-cols-3' : 'min-[110rem]:grid-cols-3'),
      )}
    >
      {vehicles.map((vehicle, index) => (
        <li key={vehicle.id} className={isList ? 'vehicle-row' : 'vehicle-cell'}>
          <VehicleCard
            vehicle={vehicle}
            layout={isList ? 'row' : 'card'}
            heading={heading}
            sizes={WIDTH[isList ? 'list' : columns]}
            priority={isFirstView && index < FIRST_VIEW}
            corner={cornerFor?.(vehicle)}
            note={noteFor?.(vehicle)}
          />
        </li>
      ))}
    </ul>
  )
}
