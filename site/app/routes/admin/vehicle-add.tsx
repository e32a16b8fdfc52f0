import { useSearchParams } from 'react-router'
import { VehicleForm } from '#app/features/admin/vehicle-form/vehicle-form.tsx'
import { WithVehicle } from '#app/features/admin/vehicle-form/with-vehicle.tsx'

export const meta = () => [{ title: 'Add New Vehicle | Back office' }]

/** With `?copy=`, the form starts as a copy of that vehicle. */
export default function VehicleAddPage() {
  const [params] = useSearchParams()
  const copied = params.get('copy')
  if (!copied) return <VehicleForm />
  return <WithVehicle id={copied}>{(original) => <VehicleForm key={original.id} original={original} />}</WithVehicle>
}
