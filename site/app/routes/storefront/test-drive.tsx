export default function TestDrivePage() {
  return <h1>Test Drive</h1>
}
