export default function AdminCustomersPage() {
  return <h1>Customers</h1>
}
