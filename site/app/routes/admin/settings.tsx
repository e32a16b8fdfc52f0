export default function AdminSettingsPage() {
  return <h1>Settings</h1>
}
