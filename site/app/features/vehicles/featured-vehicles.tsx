import type { ReactNode } from 'react'
import type { ListedVehicle } from '#app/lib/vehicle.ts'
import { VehicleCard } from './vehicle-card.tsx'

interface FeaturedVehiclesProps {
  vehicles: ListedVehicle[]
  cornerFor: (vehicle: ListedVehicle) => ReactNode
}

const LEAD_WIDTH = '(min-width: 1600px) 1050px, (min-width: 1280px) 820px, (min-width: 1024px) 64vw, 82vw'
const SIDE_WIDTH = '(min-width: 1600px) 526px, (min-width: 1280px) 396px, (min-width: 1024px) 31vw, 82vw'

/** Shows one large card and two beside it, or a scrolling row on a phone. */
export function FeaturedVehicles({ vehicles, cornerFor }: FeaturedVehiclesProps) {
  return (
    <ul className="featured -mx-5 md:-mx-6 lg:mx-0">
      {vehicles.map((vehicle, index) => (
        <li key={vehicle.id} className="featured-item">
          <VehicleCard
            vehicle={vehicle}
            layout={index === 0 ? 'lead' : 'card'}
            sizes={index === 0 ? LEAD_WIDTH : SIDE_WIDTH}
            corner={cornerFor(vehicle)}
          />
        </li>
      ))}
    </ul>
  )
}
