import { VehicleForm } from '#app/features/admin/vehicle-form/vehicle-form.tsx'

export const meta = () => [{ title: 'Add New Vehicle | Back office' }]

export default function VehicleAddPage() {
  return <VehicleForm />
}
