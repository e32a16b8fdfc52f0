export default function SoldVehiclesPage() {
  return <h1>Sold Vehicles</h1>
}
