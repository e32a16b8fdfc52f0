import { VehicleForm } from '#app/features/admin/vehicle-form/vehicle-form.tsx'
import { WithVehicle } from '#app/features/admin/vehicle-form/with-vehicle.tsx'
import type { Route } from './+types/vehicle-edit'

export const meta = () => [{ title: 'Edit vehicle | Back office' }]

export default function VehicleEditPage({ params }: Route.ComponentProps) {
  return <WithVehicle id={params.id}>{(vehicle) => <VehicleForm key={vehicle.id} vehicle={vehicle} />}</WithVehicle>
}
