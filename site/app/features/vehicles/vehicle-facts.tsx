import { formatMiles } from '#app/lib/money.ts'
import type { Vehicle } from '#app/lib/vehicle.ts'

/** Year, miles, fuel and gearbox in one quiet line. */
export function VehicleFacts({ vehicle }: { vehicle: Vehicle }) {
  const facts = [vehicle.year, formatMiles(vehicle.mileage), vehicle.fuelType, vehicle.transmission]
  return (
    <ul className="tabular flex flex-wrap gap-y-1 text-sm text-quiet">
      {facts.map((fact) => (
        <li key={fact} className="border-line not-first:ml-2.5 not-first:border-l not-first:pl-2.5 leading-tight">
          {fact}
        </li>
      ))}
    </ul>
  )
}
