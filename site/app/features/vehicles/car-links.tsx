import clsx from 'clsx'
import type { ReactNode } from 'react'
import { PathLink } from '#app/components/ui/link.tsx'
import { formatMiles, formatPrice } from '#app/lib/money.ts'
import type { ListedVehicle } from '#app/lib/vehicle.ts'
import { VehicleImage } from '#app/platform/vehicle-image.tsx'

export type LinkedCar = Pick<
  ListedVehicle,
  'id' | 'title' | 'image' | 'placeholder' | 'year' | 'mileage' | 'price' | 'sold'
>

interface CarLinksProps {
  cars: LinkedCar[]
  pathFor: (car: LinkedCar) => string
  /** What the link does, before the car's title, if it does not open the car. */
  verb?: string
  icon?: ReactNode
  preventScrollReset?: boolean
}

/** A compact list of cars, each a single link. */
export function CarLinks({ cars, pathFor, verb, icon, preventScrollReset }: CarLinksProps) {
  return (
    <ul className="grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
      {cars.map((car) => (
        <li key={car.id} className="border-b">
          <PathLink
            to={pathFor(car)}
            preventScrollReset={preventScrollReset}
            className="group flex items-center gap-4 py-4"
          >
            <VehicleImage
              src={car.image}
              alt=""
              sizes="96px"
              isSmall
              placeholder={car.placeholder}
              className={clsx('w-24 shrink-0', car.sold && 'is-sold')}
            />
            <span className="grid min-w-0 flex-1">
              <span className="group-hover:underline group-hover:underline-offset-4">
                {verb && <span className="sr-only">{verb} </span>}
                {car.title}
              </span>
              <span className="tabular text-quiet text-sm">
                {car.sold ? 'Sold' : formatPrice(car.price)}, {car.year}, {formatMiles(car.mileage)}
              </span>
            </span>
            {icon}
          </PathLink>
        </li>
      ))}
    </ul>
  )
}
