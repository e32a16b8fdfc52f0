export default function AdminVehiclesPage() {
  return <h1>Vehicles</h1>
}
