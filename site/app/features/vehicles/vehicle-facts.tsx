import { formatMiles } from '#app/lib/money.ts'
import type { ListedVehicle } from '#app/lib/vehicle.ts'

/** Year, miles, fuel and gearbox in one quiet line. */
export function VehicleFacts({ vehicle }: { vehicle: ListedVehicle }) {
  const facts = [vehicle.year, formatMiles(vehicle.mileage), vehicle.fuelType, vehicle.transmission]
  return (
    // Each fact has a bar at its left; the one at the beginning of a line is cut off with the overflow.
    <ul className="tabular -ml-[11px] flex flex-wrap gap-y-1 overflow-hidden text-sm text-quiet [clip-path:inset(0_0_0_10px)]">
      {facts.map((fact) => (
        <li key={fact} className="border-l border-line px-2.5 leading-tight">
          {fact}
        </li>
      ))}
    </ul>
  )
}
