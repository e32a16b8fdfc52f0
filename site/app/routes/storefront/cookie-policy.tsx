export default function CookiePolicyPage() {
  return <h1>Cookie Policy</h1>
}
