export default function SavedVehiclesPage() {
  return <h1>Saved Vehicles</h1>
}
