export default function VehicleEditPage() {
  return <h1>Edit vehicle</h1>
}
