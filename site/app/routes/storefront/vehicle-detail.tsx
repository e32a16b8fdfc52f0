export default function VehicleDetailPage() {
  return <h1>Vehicle</h1>
}
