export default function AdminEnquiriesPage() {
  return <h1>Enquiries</h1>
}
