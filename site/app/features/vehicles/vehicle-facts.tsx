import { formatMiles } from '#app/lib/money.ts'
import type { ListedVehicle } from '#app/lib/vehicle.ts'

/** Year, mileage, fuel and gearbox on one line. */
export function VehicleFacts({ vehicle }: { vehicle: ListedVehicle }) {
  const facts = [vehicle.year, formatMiles(vehicle.mileage), vehicle.fuelType, vehicle.transmission]
  return (
    <ul className="vehicle-facts">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}
