import { restFor } from '#app/lib/backend.ts'
import type { Route } from './+types/vehicle-list'

export async function loader({ context }: Route.LoaderArgs) {
  const { data } = await restFor(context).from('vehicles').select('id,title,price').limit(20)
  return { vehicles: data ?? [] }
}

export default function VehicleListPage({ loaderData }: Route.ComponentProps) {
  return (
    <ul>
      {loaderData.vehicles.map((vehicle) => (
        <li key={String(vehicle.id)}>{String(vehicle.title)}</li>
      ))}
    </ul>
  )
}
