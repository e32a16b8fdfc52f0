export default function VehicleAddPage() {
  return <h1>Add vehicle</h1>
}
