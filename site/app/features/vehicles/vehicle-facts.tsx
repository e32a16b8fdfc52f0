import { formatMiles } from '#app/lib/money.ts'
import type { ListedVehicle } from '#app/lib/vehicle.ts'

/** Year, miles, fuel and gearbox in one quiet line. */
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
