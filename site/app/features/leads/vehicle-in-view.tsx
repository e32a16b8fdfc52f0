import { UnbrokenTitle } from '#app/components/ui/unbroken-title.tsx'
import { formatMiles, formatPrice } from '#app/lib/money.ts'
import type { Vehicle } from '#app/lib/vehicle.ts'
import { VehicleImage } from '#app/platform/vehicle-image.tsx'

/** On a desktop, a sticky column beside the form. */
export function VehicleAside({ vehicle }: { vehicle: Vehicle }) {
  const facts = [
    ['Year', String(vehicle.year)],
    ['Mileage', formatMiles(vehicle.mileage)],
    ['Fuel', vehicle.fuelType],
    ['Gearbox', vehicle.transmission],
  ] as const
  return (
    <aside aria-label="Vehicle" className="hidden lg:block">
      <div className="sticky top-28 grid gap-5 border border-hairline bg-raised">
        <VehicleImage
          src={vehicle.image}
          alt={vehicle.title}
          sizes="(min-width: 110rem) 40rem, 24rem"
          priority
          placeholder={vehicle.placeholder}
          className={vehicle.sold ? 'is-sold' : undefined}
        />
        <div className="grid gap-4 px-6 pb-6">
          <div className="grid gap-1.5">
            <p className="display text-xl">
              <UnbrokenTitle>{vehicle.title}</UnbrokenTitle>
            </p>
            <p className="tabular text-lg font-medium">
              {formatPrice(vehicle.price)}
              {vehicle.sold ? ' (sold)' : vehicle.isReserved && ' (reserved)'}
            </p>
          </div>
          <dl className="grid grid-cols-2 border-t border-hairline text-sm">
            {facts.map(([name, value]) => (
              <div key={name} className="border-b border-hairline py-2.5 odd:border-r even:pl-4">
                <dt className="text-xs text-quiet">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </aside>
  )
}

/** On a phone, one sticky line under the header. */
export function VehicleStrip({ vehicle }: { vehicle: Vehicle }) {
  return (
    <aside
      aria-label="Vehicle"
      className="sticky top-(--header-bar) z-20 flex items-center gap-4 border-b border-hairline bg-page px-5 py-2.5 md:px-6 low:static lg:hidden"
    >
      <div className="w-21 shrink-0">
        <VehicleImage
          src={vehicle.image}
          alt=""
          sizes="84px"
          priority
          className={vehicle.sold ? 'is-sold' : undefined}
        />
      </div>
      <div className="min-w-0">
        <p className="display truncate text-lg leading-snug">{vehicle.title}</p>
        <p className="tabular text-sm font-medium">
          {formatPrice(vehicle.price)}
          {vehicle.sold ? ' (sold)' : vehicle.isReserved && ' (reserved)'}
        </p>
      </div>
    </aside>
  )
}
