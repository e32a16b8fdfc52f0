export default function SeedDataPage() {
  return <h1>Seed Data</h1>
}
