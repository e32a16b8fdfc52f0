export default function EnquiryPage() {
  return <h1>Enquiry</h1>
}
